import type { Fault } from '../../foundation/errors/app-error.ts';
import type { LaneTableRow } from '../lane-table-row.ts';

/** The most faults that are listed. */
const MAX_FAULTS = 100;

/** Collects the lanes of a table and its faults. */
export class LaneCollector {
  readonly lanes: LaneTableRow[] = [];
  readonly #faults: Fault[] = [];
  readonly #lines = new Map<string, number>();
  #more = 0;

  /** The first hundred faults. A table with faults has no usable lanes. */
  get faults(): Fault[] {
    return this.#more === 0
      ? this.#faults
      : [...this.#faults, { path: 'file', message: `has ${this.#more} faults more` }];
  }

  fault(path: string, message: string): void {
    if (this.#faults.length < MAX_FAULTS) this.#faults.push({ path, message });
    else this.#more += 1;
  }

  /** Adds the lanes of a line. A pair that comes twice is a fault, one for each line. */
  add(
    line: number,
    warehouse_id: string,
    prefixes: readonly string[],
    daysTo: (prefix: string) => number,
  ): void {
    for (const destination_prefix of prefixes) {
      const key = JSON.stringify([warehouse_id, destination_prefix]);
      const earlier = this.#lines.get(key);
      if (earlier !== undefined) {
        this.fault(
          `line ${line}`,
          `${warehouse_id} to ${destination_prefix} stands on line ${earlier} already`,
        );
        return;
      }
      this.#lines.set(key, line);
      this.lanes.push({ warehouse_id, destination_prefix, transit_days: daysTo(destination_prefix) });
    }
  }
}
