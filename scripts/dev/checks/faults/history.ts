/** What a caller does. */
export const OPERATION_KINDS = [
  'single',
  'batch',
  'run',
  'sync',
  'upload',
  'reroute',
  'release',
  'configuration',
] as const;
export type HistoryOperationKind = (typeof OPERATION_KINDS)[number];

/** One request of a caller, sent until it was answered. */
export interface HistoryOperation {
  readonly kind: HistoryOperationKind;
  readonly key: string;
  /** Order IDs: new ones, or the ID of the order that is corrected. */
  readonly orders: readonly string[];
  /** Of a sync, units by `cell`. */
  readonly quantities?: ReadonlyMap<string, number>;
  /** Of a change of the configuration: the setting's new value. */
  readonly value?: number;
  /** How often it was sent without an answer. */
  unanswered: number;
  /** The last answer of the server's own fault that is not "try again": any 5xx but 503. */
  failure?: string;
  answer: { readonly status: number; readonly text: string } | null;
}

/** SKU and warehouse. */
export const cell = (sku: string, warehouse: string) => `${sku} ${warehouse}`;

/** Requests of callers and the answers to them, in the order in which they began. */
export class History {
  readonly operations: HistoryOperation[] = [];
  readonly #listeners = new Set<(operation: HistoryOperation) => void>();

  begin(operation: Omit<HistoryOperation, 'unanswered' | 'answer'>): HistoryOperation {
    const begun: HistoryOperation = { ...operation, unanswered: 0, answer: null };
    this.operations.push(begun);
    for (const listener of this.#listeners) listener(begun);
    return begun;
  }

  /** The next operation of this kind that begins. */
  next(kind: HistoryOperationKind): Promise<HistoryOperation> {
    return new Promise((resolve) => {
      const listener = (operation: HistoryOperation) => {
        if (operation.kind !== kind) return;
        this.#listeners.delete(listener);
        resolve(operation);
      };
      this.#listeners.add(listener);
    });
  }

  /** Counts the requests since a place in the history, with and without an answer. */
  countSince(place: number): { requests: number; answered: number; unanswered: number } {
    const since = this.operations.slice(place);
    const answered = since.filter(({ answer }) => answer !== null).length;
    const unanswered = since.reduce((sum, each) => sum + each.unanswered, 0);
    return { requests: answered + unanswered, answered, unanswered };
  }
}
