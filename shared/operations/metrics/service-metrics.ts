import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { COUNT_OF, ordersIn, type StatusTally } from '../../ledger/status-counts.ts';
import { LaneLookups } from '../../transit/lane-lookups.ts';
import { RecentCounts } from './recent-counts.ts';

/**
 * The metrics of a process for Prometheus, whether it is an API, a worker or both. No label names a client.
 * docs/reference/metrics.md lists all metrics.
 */
export class ServiceMetrics {
  readonly registry = new Registry();
  /** For the lane resolvers of the process and its threads. */
  readonly laneLookups = new LaneLookups();
  /** What the Service page shows of the last day. */
  readonly recent = new RecentCounts();
  readonly #pools = new Map<string, pg.Pool>();
  readonly #orders: Counter;
  readonly #exhausted: Counter;
  readonly #allocatorWait: Histogram;

  constructor() {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.#orders = new Counter({
      name: 'routed_orders_total',
      help: 'Orders decided by synchronous requests and managed runs',
      labelNames: ['status'],
      registers,
    });
    this.#exhausted = new Counter({
      name: 'routing_search_budget_exhausted_total',
      help: 'Decisions whose search stopped at its node budget with the best route found so far',
      registers,
    });
    this.#allocatorWait = new Histogram({
      name: 'allocator_wait_seconds',
      help: 'Time that a job which allocates a run waited for the lock of its ledger',
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30],
      registers,
    });
    const { laneLookups } = this;
    new Counter({
      name: 'lane_lookups_total',
      help: 'Destinations whose lanes were looked up: hits were in memory, misses were read or computed',
      labelNames: ['result'],
      registers,
      collect() {
        this.reset();
        this.inc({ result: 'hit' }, laneLookups.hits);
        this.inc({ result: 'miss' }, laneLookups.misses);
      },
    });
    const pools = this.#pools;
    new Gauge({
      name: 'database_pool_connections',
      help: 'Connections of the main thread, in_use and idle, and requests waiting for one',
      labelNames: ['pool', 'state'],
      registers,
      collect() {
        for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
          this.set({ pool, state: 'in_use' }, totalCount - idleCount);
          this.set({ pool, state: 'idle' }, idleCount);
          this.set({ pool, state: 'waiting' }, waitingCount);
        }
      },
    });
  }

  /** Counts the decisions of a run or of a part of it. */
  countOrders(tally: StatusTally): void {
    for (const [status, count] of Object.entries(COUNT_OF)) this.#orders.inc({ status }, tally[count]);
    this.#exhausted.inc(tally.exhausted);
    this.recent.addOrders(ordersIn(tally));
  }

  /** Records how long a job that allocates a run waited for its ledger. */
  observeAllocatorWait(milliseconds: number): void {
    this.#allocatorWait.observe(milliseconds / 1000);
  }

  /** Shows the use of a pool of connections under this name. */
  watchPool(name: string, pool: pg.Pool): void {
    this.#pools.set(name, pool);
  }
}
