import { AppError } from '../../foundation/errors/app-error.ts';
import { MAX_FAULTS_SHOWN, validationFailed } from '../../foundation/errors/faults.ts';
import { type IntakeFault, type IntakeRecord, type Place, toFault } from './intake-record.ts';

/** Whether a body with faulty elements is refused, or taken without them. */
export type OnInvalid = 'reject' | 'skip';

/** The faulty elements of a body that was taken without them. */
export interface SkippedElements {
  readonly fault_count: number;
  /** Of the first of them. */
  readonly faults: readonly IntakeFault[];
}

/** The faults of a body that is taken as a whole or not at all, or without its faulty elements. */
export class FoundFaults {
  readonly #onInvalid: OnInvalid;
  readonly #found: IntakeFault[] = [];
  #faulty = 0;

  constructor(onInvalid: OnInvalid = 'reject') {
    this.#onInvalid = onInvalid;
  }

  /** Whether faulty elements are left out, and do not refuse the body. */
  get areLeftOut(): boolean {
    return this.#onInvalid === 'skip';
  }

  /** Whether the body is refused already. */
  get willRefuse(): boolean {
    return this.#onInvalid === 'reject' && this.#found.length > 0;
  }

  /** null: no element is left out. */
  get skipped(): SkippedElements | null {
    return this.#faulty === 0 ? null : { fault_count: this.#faulty, faults: this.#found };
  }

  /** Whether there are as many as an answer lists, so that reading can end. */
  get areEnough(): boolean {
    return this.#onInvalid === 'reject' && this.#found.length >= MAX_FAULTS_SHOWN;
  }

  /** Adds the faults of the next element. */
  add(faults: readonly IntakeFault[]): void {
    if (faults.length > 0) this.#faulty += 1;
    const kept =
      this.#onInvalid === 'reject' ? faults : faults.slice(0, MAX_FAULTS_SHOWN - this.#found.length);
    for (const fault of kept) this.#found.push(fault);
  }

  /** Adds elements that are left out, with one fault each. `first` has the faults of the first of them. */
  leaveOut(count: number, first: readonly IntakeFault[]): void {
    this.#faulty += count;
    this.#found.push(...first.slice(0, MAX_FAULTS_SHOWN - this.#found.length));
  }

  /** These faults and those of other elements, one each. */
  and(faults: readonly IntakeFault[]): FoundFaults {
    const all = new FoundFaults(this.#onInvalid);
    all.leaveOut(this.#faulty, this.#found);
    for (const fault of faults) all.add([fault]);
    return all;
  }

  /**
   * What refuses the body if there is a fault: the 400 of the same data in JSON, otherwise the 422. A body that is taken
   * without its faulty elements is refused only if no other is left.
   */
  refusalOf(good: number): AppError | null {
    if (this.#onInvalid === 'skip' && good > 0) return null;
    const malformation = this.#found.find(({ code }) => code !== undefined);
    if (malformation?.code) {
      const { path, message } = toFault(malformation);
      return new AppError(malformation.code, `${path}: ${message}${this.#others(malformation)}`);
    }
    if (this.#found.length === 0) return null;
    const extent = this.#found.length >= MAX_FAULTS_SHOWN ? 'so far' : 'all';
    return validationFailed(this.#found.map(toFault), 'body', extent);
  }

  /** Throws what refuses the body. */
  refuse(good: number): void {
    const refusal = this.refusalOf(good);
    if (refusal !== null) throw refusal;
  }

  /** The other faults in words, because the body of a 400 has no list. */
  #others(one: IntakeFault): string {
    const others = this.#found.filter((fault) => fault !== one).map(toFault);
    if (others.length === 0) return '';
    const listed = others.slice(0, MAX_FAULTS_SHOWN).map(({ path, message }) => `${path}: ${message}`);
    return ` Also ${listed.join('; ')}`;
  }
}

/** The elements of a body that was taken as a whole. */
export interface WholeReading<T> {
  readonly values: readonly T[];
  /** The place of each, by index. */
  readonly places: readonly Place[];
}

/** The place of an element in errors: `changes[3]`, `line 12`. */
export const placeText = ({ line, path }: Place): string => (line === null ? path : `line ${line}`);

/**
 * Reads a body that is taken as a whole or not at all. Reading ends as soon as there is a reason to refuse it.
 * `refuseNumber` gets the lines of all elements so far, also of faulty ones, and throws if there are too many. Throws
 * AppError: what `FoundFaults.refuse` throws, validation_failed if there is no element.
 */
export async function readWhole<T>(
  reading: AsyncIterable<readonly IntakeRecord<T>[]>,
  element: 'order' | 'row' | 'change',
  refuseNumber: (lines: readonly (number | null)[]) => void,
  faults = new FoundFaults(),
): Promise<WholeReading<T>> {
  const values: T[] = [];
  const places: Place[] = [];
  const lines: (number | null)[] = [];
  for await (const records of reading) {
    for (const record of records) {
      lines.push(record.place.line);
      faults.add(record.faults);
      if (record.value === null) continue;
      values.push(record.value);
      places.push(record.place);
    }
    refuseNumber(lines);
    if (faults.areEnough) break;
  }
  faults.refuse(values.length);
  if (values.length === 0)
    throw validationFailed([{ path: 'body', message: `must hold at least one ${element}` }]);
  return { values, places };
}
