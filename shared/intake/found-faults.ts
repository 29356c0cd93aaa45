import { AppError } from '../errors/app-error.ts';
import { MAX_FAULTS_SHOWN, validationFailed } from '../errors/faults.ts';
import { type IntakeFault, toFault } from './intake-record.ts';

/** The faults of a body that is taken whole or not at all: the first of them, and how many there are. */
export class FoundFaults {
  readonly #first: IntakeFault[] = [];
  #count = 0;
  /** The first of those that are no validation_failed. */
  #malformation: IntakeFault | null = null;

  get count(): number {
    return this.#count;
  }

  /** Takes what was found in the next element. */
  add(faults: readonly IntakeFault[]): void {
    this.#count += faults.length;
    for (const fault of faults) {
      if (this.#first.length < MAX_FAULTS_SHOWN) this.#first.push(fault);
      if (fault.code !== undefined) this.#malformation ??= fault;
    }
  }

  /** Throws what the body is refused with where there is a fault: the 400 that JSON gets, else the 422. */
  refuse(): void {
    const malformation = this.#malformation;
    if (malformation?.code) {
      const { path, message } = toFault(malformation);
      throw new AppError(malformation.code, `${path}: ${message}`);
    }
    if (this.#count > 0) throw validationFailed(this.#first.map(toFault), 'body', this.#count);
  }
}
