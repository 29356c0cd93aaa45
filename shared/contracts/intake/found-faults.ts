import { AppError } from '../../foundation/errors/app-error.ts';
import { MAX_FAULTS_SHOWN, validationFailed } from '../../foundation/errors/faults.ts';
import { type IntakeFault, type IntakeRecord, toFault } from './intake-record.ts';

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

/** The elements of a body that was taken as a whole. */
interface WholeReading<T> {
  readonly values: readonly T[];
  /** The line of each, by index; null in a JSON document. */
  readonly lines: readonly (number | null)[];
}

/**
 * Reads a body that is taken as a whole or not at all. Reading ends as soon as there is a reason to refuse it.
 * `refuseNumber` gets the lines of all elements so far, also of faulty ones, and throws if there are too many. Throws
 * AppError: what `FoundFaults.refuse` throws, validation_failed if there is no element.
 */
export async function readWhole<T>(
  reading: AsyncIterable<readonly IntakeRecord<T>[]>,
  element: 'order' | 'row',
  refuseNumber: (lines: readonly (number | null)[]) => void,
): Promise<WholeReading<T>> {
  const values: T[] = [];
  const lines: (number | null)[] = [];
  const faults = new FoundFaults();
  for await (const records of reading) {
    for (const record of records) {
      lines.push(record.place.line);
      faults.add(record.faults);
      if (record.value !== null) values.push(record.value);
    }
    refuseNumber(lines);
    if (faults.areEnough) break;
  }
  faults.refuse();
  if (values.length === 0)
    throw validationFailed([{ path: 'body', message: `must hold at least one ${element}` }]);
  return { values, lines };
}
