import type { Comparison, Measure } from './measure.ts';
import { BenchStage } from './stage.ts';

/** What one comparison measures on what was prepared for it. */
interface Row<Prepared> extends Omit<Comparison, 'ours' | 'floor'> {
  readonly ours: (prepared: Prepared) => ReturnType<Measure>;
  readonly floor?: (prepared: Prepared) => ReturnType<Measure>;
}

export type OpenStage = (...args: Parameters<typeof BenchStage.open>) => Promise<BenchStage>;

/** Opens the stages of a suite when they are measured, and closes those before: their servers would slow others down. */
export class Stages {
  readonly #open: { close(): Promise<void> }[] = [];
  #prepared: { readonly by: unknown; readonly what: unknown } | null = null;

  /** Comparisons on the same stages. `prepare` opens them, with their stock; what it adds to `ends` is closed before them. */
  rows<Prepared>(
    prepare: (open: OpenStage, ends: { close(): Promise<void> }[]) => Promise<Prepared>,
    rows: readonly Row<Prepared>[],
  ): Comparison[] {
    const prepared = async (): Promise<Prepared> => {
      if (this.#prepared?.by !== prepare) {
        await this.close();
        const open: OpenStage = async (...args) => {
          const stage = await BenchStage.open(...args);
          this.#open.push(stage);
          await stage.resetStock();
          return stage;
        };
        this.#prepared = { by: prepare, what: await prepare(open, this.#open) };
      }
      return this.#prepared.what as Prepared;
    };
    return rows.map(({ ours, floor, ...row }) => ({
      ...row,
      ours: async () => ours(await prepared()),
      floor: floor === undefined ? null : async () => floor(await prepared()),
    }));
  }

  async close(): Promise<void> {
    this.#prepared = null;
    for (const each of this.#open.splice(0).reverse()) await each.close();
  }
}
