/** A decimal number with more digits than a double has. Answers write its digits. */
export class Decimal {
  readonly #digits: string;

  constructor(digits: string) {
    this.#digits = digits;
  }

  toString(): string {
    return this.#digits;
  }
}

/** A decimal text without zeros at its end: as a number if a number has the same digits, otherwise as a Decimal. */
export function exactNumber(text: string): number | Decimal {
  const value = Number(text);
  return String(value) === text ? value : new Decimal(text);
}
