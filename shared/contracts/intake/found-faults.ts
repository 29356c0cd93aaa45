import { AppError } from '../../foundation/errors/app-error.ts';
import { MAX_FAULTS_SHOWN, validationFailed } from '../../foundation/errors/faults.ts';
import { type IntakeFault, toFault } from './intake-record.ts';

/** The faults of a body that is taken as a whole or not at all. */
export class FoundFaults {
  readonly #found: IntakeFault[] = [];

  get count(): number {
    return this.#found.length;
  }

  /** Whether there are as many as an answer lists, so that reading can end. */
  get areEnough(): boolean {
    return this.#found.length >= MAX_FAULTS_SHOWN;
  }

  /** Adds the faults of the next element. */
  add(faults: readonly IntakeFault[]): void {
    for (const fault of faults) this.#found.push(fault);
  }

  /**
   * If there is a fault, throws the error that refuses the body: the 400 of the same data in JSON, otherwise the 422.
   */
  refuse(): void {
    const malformation = this.#found.find(({ code }) => code !== undefined);
    if (malformation?.code) {
      const { path, message } = toFault(malformation);
      throw new AppError(malformation.code, `${path}: ${message}${this.#others(malformation)}`);
    }
    if (this.count === 0) return;
    throw validationFailed(this.#found.map(toFault), 'body', this.areEnough ? 'so far' : 'all');
  }

  /** The other faults in words, because the body of a 400 has no list. */
  #others(one: IntakeFault): string {
    const others = this.#found.filter((fault) => fault !== one).map(toFault);
    if (others.length === 0) return '';
    const listed = others.slice(0, MAX_FAULTS_SHOWN).map(({ path, message }) => `${path}: ${message}`);
    return ` Also ${listed.join('; ')}`;
  }
}
