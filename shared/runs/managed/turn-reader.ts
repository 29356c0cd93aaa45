import type { StepOrders } from './decide-step.ts';

/** The orders of turns that follow one another, and where they go. No orders: there are no more turns. */
export interface TurnOrders extends StepOrders {
  readonly first: number;
  readonly turns: number;
}

/** Most turns of one step: some milliseconds of deciding. */
const MOST_TURNS = 8;

/**
 * Reads a run's turns ahead of those that are being decided, more and more of them at a time. What an order says never
 * changes, so this needs no lock.
 */
export class TurnReader {
  readonly #read: (first: number, turns: number) => Promise<TurnOrders>;
  readonly #ahead: Promise<TurnOrders>[] = [];
  readonly #end: number;
  #first: number;
  #turns = 1;

  /** Reads the turns from `first` on up to, but not with, `end`. */
  constructor(first: number, end: number, read: (first: number, turns: number) => Promise<TurnOrders>) {
    this.#first = first;
    this.#end = end;
    this.#read = read;
  }

  /** The next turns. They stay the next until `pass`. */
  next(): Promise<TurnOrders> {
    return this.#at(0);
  }

  /** The turns behind the next; the ones behind these begin to be read. */
  afterNext(): Promise<TurnOrders> {
    void this.#at(2);
    return this.#at(1);
  }

  /** The next turns were taken. */
  pass(): void {
    void this.#ahead.shift();
  }

  /** Goes on from a turn by single turns. */
  slowDown(first: number): void {
    this.#ahead.length = 0;
    this.#first = first;
    this.#turns = 1;
  }

  #at(place: number): Promise<TurnOrders> {
    while (this.#ahead.length <= place) {
      const turns = Math.min(this.#turns, this.#end - this.#first);
      const reading = turns > 0 ? this.#read(this.#first, turns) : Promise.resolve(noTurns(this.#end));
      reading.catch(() => {}); // told when its turn comes, if it does
      this.#ahead.push(reading);
      this.#first += turns;
      this.#turns = Math.min(2 * this.#turns, MOST_TURNS);
    }
    return this.#ahead[place]!;
  }
}

function noTurns(first: number): TurnOrders {
  return { first, turns: 0, stored: [], destinations: new Map() };
}
