import type { components } from '../../../../shared/client/account-api.d.ts';
import type { Need } from '../../components/need-list.tsx';
import { nameList } from '../../view/name-list.ts';
import { counted, share, whole } from '../../view/numbers.ts';
import { reasonWords } from '../../view/reasons.ts';
import { DAY_MS, date, duration } from '../../view/times.ts';
import { isFailing } from '../webhooks/is-failing.ts';
import type { Overview } from './use-overview.ts';

type Schemas = components['schemas'];

/** What the sentences are made from. A part that is not read yet, or that the person may not read, is empty. */
export interface Facts {
  readonly overview: Overview;
  /** The orders of the period that arrive late; `more` than were counted. */
  readonly late: { readonly orders: number; readonly more: boolean };
  /** Pairs of which more is reserved than there is. */
  readonly short: readonly { readonly sku: string }[];
  readonly capacity: readonly Schemas['Capacity']['warehouses'][number][];
  readonly webhooks: readonly Schemas['Webhook'][];
  readonly keys: readonly Pick<Schemas['ApiKey'], 'name' | 'expires_at' | 'revoked_at'>[];
}

/** Stock that is older needs somebody: than this many usual times between two syncs, or a day if none is known. */
const OLD_GAPS = 2;
const SOONEST_OLD_MS = 3_600_000;

/** Keys that expire sooner need somebody. */
const SOON_MS = 14 * DAY_MS;

/** From this part of the plan on, it is said. */
const NEARLY_USED = 0.9;

/** What needs a person, the severe first. */
export function needsOf({ overview, late, short, capacity, webhooks, keys }: Facts, now: number): Need[] {
  const { from, to, unroutable, unfulfilled, figures, runs, stock, usage } = overview;
  const period = { from, to };
  const reasons = new Map<string, number>();
  for (const { reason, orders } of [...unroutable, ...unfulfilled])
    reasons.set(reason, (reasons.get(reason) ?? 0) + orders);
  const nothingShips = new Set<string>(unroutable.map(({ reason }) => reason));
  const full = capacity.filter(({ enabled, days }) => enabled && days[0]?.left === 0);
  const age = stock === null ? 0 : now - Date.parse(stock.synced_at);
  const usual = stock?.usual_gap_seconds == null ? null : stock.usual_gap_seconds * 1000;
  const soon = keys.filter(({ expires_at, revoked_at }) => {
    const left = Date.parse(expires_at ?? '') - now;
    return revoked_at === null && left > 0 && left <= SOON_MS;
  });
  const needs: (Need | false)[] = [
    ...[...reasons]
      .toSorted(([, a], [, b]) => b - a)
      .map(([reason, orders]) => ({
        text: `${counted(orders, 'order does', 'orders do')} not ship in full: ${reasonWords(reason).replace('blocked: ', '')}`,
        to: '/orders',
        search: { reason, ...period },
        isSevere: nothingShips.has(reason),
      })),
    late.orders > 0 && {
      text: `${late.more ? 'More than ' : ''}${counted(late.orders, 'order arrives', 'orders arrive')} late`,
      to: '/orders',
      search: { late: 'true', ...period },
    },
    short.length > 0 && {
      text: `${counted(short.length, 'product is', 'products are')} short at a warehouse: ${nameList(
        short.map(({ sku }) => sku),
        3,
      )}`,
      to: '/inventory',
      isSevere: true,
    },
    runs.failed_count > 0 && {
      text: `${counted(runs.failed_count, 'run')} failed`,
      to: '/runs',
      search: { status: 'failed' },
      isSevere: true,
    },
    ...runs.faulty.map(({ routing_run_id, client_run_number, fault_count }) => ({
      text: `${counted(fault_count, 'invalid order was', 'invalid orders were')} skipped in run #${whole(client_run_number)}`,
      to: `/runs/${routing_run_id}`,
      isSevere: true,
    })),
    ...webhooks.filter(isFailing).map(({ url, last_answer }) => ({
      text: `${counted(last_answer!.failures, 'webhook')} in a row failed at ${url}: ${last_answer!.error ?? `it answered ${last_answer!.status}`}`,
      to: '/webhooks',
      search: { url, status: 'failed' },
      isSevere: true,
    })),
    full.length > 0 && {
      text: `${counted(full.length, 'warehouse is', 'warehouses are')} full today: ${nameList(
        full.map(({ warehouse_name }) => warehouse_name),
        3,
      )}`,
      to: '/capacity',
    },
    figures.warned_count > 0 && {
      text: `${counted(figures.warned_count, 'order ships', 'orders ship')} with a policy warning`,
      to: '/orders',
      search: { warned: 'true', ...period },
    },
    age > (usual === null ? DAY_MS : Math.max(OLD_GAPS * usual, SOONEST_OLD_MS)) && {
      text: `${duration(age)} since stock was updated${usual === null ? '' : `, usually within ${duration(usual)}`}`,
      to: '/inventory',
    },
    ...soon.map(({ name, expires_at }) => ({
      text: `1 API key expires soon: ${name}, on ${date(new Date(expires_at!))}`,
      to: '/api-access',
    })),
    usage.limit !== null &&
      usage.used >= usage.limit * NEARLY_USED && {
        text: `${whole(usage.used)} of ${whole(usage.limit)} routed orders of the plan are used (${share(usage.used, usage.limit)})`,
        to: '/usage',
        isSevere: usage.used >= usage.limit,
      },
  ];
  return needs
    .filter((need) => need !== false)
    .toSorted((a, b) => Number(b.isSevere ?? false) - Number(a.isSevere ?? false));
}
