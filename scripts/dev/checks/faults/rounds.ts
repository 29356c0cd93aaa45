import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase } from '../../../../shared/db/database.ts';
import { reconcile } from '../../../../shared/operations/reconcile/reconcile.ts';
import { createRandom, type Random } from '../../../demo/random.ts';
import { checkHistory } from './check-history.ts';
import type { FaultKind } from './fault-kinds.ts';
import type { HistoryOperationKind } from './history.ts';
import { readStoredState } from './read-service-state.ts';
import type { FaultyService } from './service.ts';
import { addTenant, SETTING, type Tenant, Workload } from './workload.ts';

/** The result of one round: one fault in one phase. */
export interface Round {
  readonly fault: string;
  readonly phase: HistoryOperationKind;
  readonly requests: number;
  readonly answered: number;
  readonly unanswered: number;
  readonly violations: readonly string[];
}

/** Rounds after which a new client begins, so that its history stays short. */
const ROUNDS_OF_A_TENANT = 12;
/** Requests that are repeated with their key after each round. */
const REPEATED = 10;
/** A run that takes longer after the repair of the fault is stuck. */
const RUN_LIMIT_MS = 180_000;
const ROUND_LIMIT_MS = 400_000;

/** Runs rounds on one service: callers at work, a fault while an operation of the phase is under way, then the checks. */
export class FaultRounds {
  readonly #service: FaultyService;
  readonly #random: Random;
  readonly #db: Database;
  #tenant: Tenant | null = null;
  #played = 0;

  constructor(service: FaultyService, seed: number) {
    this.#service = service;
    this.#random = createRandom(seed);
    this.#db = openDatabase(service.service.databaseUrl, { poolSize: 2 });
  }

  async play(fault: FaultKind, phase: HistoryOperationKind): Promise<Round> {
    if (this.#tenant === null || this.#played % ROUNDS_OF_A_TENANT === 0) {
      this.#tenant = await addTenant(this.#db, `faults-${this.#played}`);
    }
    this.#played += 1;
    const tenant = this.#tenant;
    const workload = new Workload(this.#service.url, tenant, this.#random);
    const place = tenant.history.operations.length;
    let isOver = false;
    const working = workload.work(() => isOver);
    const playing = async () => {
      await pause(this.#random.between(100, 800));
      await tenant.history.next(phase);
      await pause(this.#random.between(0, 60));
      await fault.inject(this.#service, this.#random);
      await this.#service.untilReady();
      await pause(300);
      isOver = true;
      await working;
      await workload.untilRunsEnded(RUN_LIMIT_MS);
      return this.#check(workload, tenant);
    };
    const timer = new AbortController();
    const late = pause(ROUND_LIMIT_MS, [`unanswered: no end after ${ROUND_LIMIT_MS / 1000} s`], timer);
    const violations = await Promise.race([playing(), late]).catch((error: Error) => [
      `unanswered: ${error.message}`,
    ]);
    timer.abort();
    late.catch(() => undefined);
    isOver = true;
    // A violation is reported once: later rounds have another client, so that they do not find it again.
    if (violations.length > 0) this.#tenant = null;
    return { fault: fault.name, phase, ...tenant.history.countSince(place), violations };
  }

  async #check(workload: Workload, tenant: Tenant): Promise<string[]> {
    const again = await workload.repeat(REPEATED);
    const state = await readStoredState(this.#db.pool, tenant.client_id, SETTING);
    const { differences } = await reconcile(this.#db, { client: tenant.slug });
    return [
      ...checkHistory(tenant.history, state, again),
      ...differences.map((each) => `reconcile: ${each.what}: ${each.expected} expected, ${each.found} found`),
    ];
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}
