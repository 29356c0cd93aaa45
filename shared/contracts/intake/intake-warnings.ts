import { MAX_FAULTS_SHOWN } from '../../foundation/errors/faults.ts';
import type { IntakeWarning, ZipLeadingZeros } from '../intake-warning.ts';

/** Collects the first warnings of a body. */
export class IntakeWarnings {
  readonly #shown: IntakeWarning[] = [];

  add(line: number, message: string): void {
    if (this.#shown.length < MAX_FAULTS_SHOWN) this.#shown.push({ line, message });
  }

  /** null: there are none. */
  get shown(): readonly IntakeWarning[] | null {
    return this.#shown.length === 0 ? null : this.#shown;
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
