import type { QueueKind } from '../../harness/service.ts';

/** What a scenario is run with. */
export interface LoadOptions {
  readonly queue: QueueKind;
  readonly workers: number;
  /** By which sizes are multiplied: 0.1 for a quick try. */
  readonly size: number;
  /** Of the soak. */
  readonly minutes: number;
  readonly scale: ScaleOptions;
}

/** What `scale` measures. */
export interface ScaleOptions {
  readonly processes: readonly number[];
  readonly clients: readonly number[];
  readonly seconds: number;
  readonly pgbouncer: boolean;
  readonly standby: 'none' | 'async' | 'sync';
  /** So many partitions of 100,000 ids; 0: none. */
  readonly partitions: number;
}

/** One check of `npm run check load`. */
export interface LoadScenario {
  readonly about: string;
  /** Prints what it measures. Returns the limits that were missed. */
  run(options: LoadOptions): Promise<readonly string[]>;
}

/** Prints whether a limit is kept. Returns it if not. */
export function judge(what: string, holds: boolean): string[] {
  console.log(`  ${holds ? 'yes  ' : 'FAULT'} ${what}`);
  return holds ? [] : [what];
}
