import { MAX_FAULTS_SHOWN } from '../../foundation/errors/faults.ts';
import type { IntakeWarning, ZipLeadingZeros } from '../intake-warning.ts';

/** Collects the warnings of a body. Those that are alike are one, with their number. */
export class IntakeWarnings {
  readonly #found = new Map<string, { line: number; message: string; count: number }>();

  /** Warnings of one `kind` are alike, whatever each says of its cell. */
  add(line: number, message: string, kind = message): void {
    const before = this.#found.get(kind);
    if (before !== undefined) before.count += 1;
    else if (this.#found.size < MAX_FAULTS_SHOWN) this.#found.set(kind, { line, message, count: 1 });
  }

  /** null: there are none. */
  get shown(): readonly IntakeWarning[] | null {
    const shown = [...this.#found.values()].map(({ count, ...one }) =>
      count === 1 ? one : { ...one, count },
    );
    return shown.length === 0 ? null : shown;
  }
}

/** How a CSV body is read. */
export interface CsvReading {
  /** Gets the warnings. */
  readonly warnings: IntakeWarnings;
  readonly zip_leading_zeros: ZipLeadingZeros;
}

/** Why an order ID comes twice in a CSV file. */
export const NEIGHBOURS = "An order's rows must be neighbours: sort the file by external_order_id.";

/** The default reading; its warnings are dropped. */
export function plainReading(): CsvReading {
  return { warnings: new IntakeWarnings(), zip_leading_zeros: 'keep' };
}
