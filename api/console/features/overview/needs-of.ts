import type { components } from '../../../../shared/client/account-api.d.ts';
import type { Need } from '../../components/need-list.tsx';
import { nameList } from '../../view/name-list.ts';
import { counted, share, whole } from '../../view/numbers.ts';
import { reasonWords } from '../../view/reasons.ts';
import { countWords, type SearchCount } from '../../view/search-count.ts';
import { DAY_MS, date, duration } from '../../view/times.ts';
import type { Cause, Issue } from '../causes/use-causes.ts';
import { isFailing } from '../webhooks/failing.ts';
import type { Overview } from './use-overview.ts';

type Schemas = components['schemas'];

/** What the sentences are made from. A part that is not read yet, or that the person may not read, is empty. */
export interface Facts {
  readonly overview: Overview;
  /** How many orders of the period have each issue. */
  readonly counts: ReadonlyMap<Issue, SearchCount>;
  /** What is at stake, the most first. */
  readonly causes: readonly Cause[];
  /** Pairs of which more is reserved than there is. */
  readonly short: readonly { readonly sku: string }[];
  readonly capacity: readonly Schemas['Capacity']['warehouses'][number][];
  readonly webhooks: readonly Schemas['Webhook'][];
  readonly keys: readonly Pick<Schemas['ApiKey'], 'name' | 'expires_at' | 'revoked_at'>[];
}

/** How what is at stake is said. */
export interface StakeWords {
  readonly stake: (cause: Cause) => string;
  readonly parts: (cause: Cause) => string;
}

/** A sentence of what is wrong; the cause of its orders if it has one. */
export type OverviewNeed = Need & { readonly cause?: Cause };

/** Stock that is older needs somebody: than this many usual times between two syncs, or a day if none is known. */
const OLD_GAPS = 2;
const SOONEST_OLD_MS = 3_600_000;

/** Keys that expire sooner need somebody. */
const SOON_MS = 14 * DAY_MS;

/** From this part of the plan on, it is said. */
const NEARLY_USED = 0.9;

/** So many causes stand before what else is severe. */
const FIRST_CAUSES = 3;

/** What needs a person: the causes with the most at stake, what is severe, then the rest. */
export function needsOf(facts: Facts, now: number, words: StakeWords): OverviewNeed[] {
  const causes = causesOf(facts, words);
  const others = othersOf(facts, now);
  return [
    ...causes.slice(0, FIRST_CAUSES),
    ...others.filter(({ isSevere }) => isSevere),
    ...causes.slice(FIRST_CAUSES),
    ...others.filter(({ isSevere }) => !isSevere),
  ];
}

function causesOf({ overview, counts, causes }: Facts, words: StakeWords): OverviewNeed[] {
  const { from, to, unroutable } = overview;
  const nothingShips = new Set<string>(unroutable.map(({ reason }) => reason));
  const rankOf = (issue: Issue) => {
    const rank = causes.findIndex(({ cause }) => cause === issue);
    return rank < 0 ? causes.length : rank;
  };
  return [...counts]
    .filter(([issue, { orders, more }]) => issue !== 'warned' && (orders > 0 || more))
    .toSorted(([a, { orders }], [b, { orders: others }]) => rankOf(a) - rankOf(b) || others - orders)
    .map(([issue, count]) => {
      const cause = causes[rankOf(issue)];
      const is = count.orders === 1 && !count.more;
      return {
        text:
          issue === 'late'
            ? `${countWords(count)} ${is ? 'arrives' : 'arrive'} late`
            : `${countWords(count)} ${is ? 'does' : 'do'} not ship in full: ${reasonWords(issue).replace('blocked: ', '')}`,
        to: '/orders',
        search: { ...(issue === 'late' ? { late: 'true' } : { reason: issue }), from, to },
        isSevere: nothingShips.has(issue),
        ...(cause && { cause, details: [words.stake(cause), words.parts(cause)] }),
      };
    });
}

/** What else needs a person. */
function othersOf({ overview, counts, short, capacity, webhooks, keys }: Facts, now: number): Need[] {
  const { from, to, runs, stock, usage } = overview;
  const warned = counts.get('warned');
  const full = capacity.filter(({ enabled, days }) => enabled && days.find(({ ships }) => ships)?.left === 0);
  const age = stock === null ? 0 : now - Date.parse(stock.synced_at);
  const usual = stock?.usual_gap_seconds == null ? null : stock.usual_gap_seconds * 1000;
  const soon = keys.filter(({ expires_at, revoked_at }) => {
    const left = Date.parse(expires_at ?? '') - now;
    return revoked_at === null && left > 0 && left <= SOON_MS;
  });
  const needs: (Need | false)[] = [
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
      text: `${counted(last_answer!.failing, 'delivery', 'deliveries in a row')} failed at ${url}: ${last_answer!.error ?? `it answered ${last_answer!.status}`}`,
      to: '/webhooks',
      search: { url, status: 'failing' },
      isSevere: true,
    })),
    full.length > 0 && {
      text: `${counted(full.length, 'warehouse is', 'warehouses are')} full on the next ship day: ${nameList(
        full.map(({ warehouse_name }) => warehouse_name),
        3,
      )}`,
      to: '/capacity',
    },
    warned !== undefined &&
      (warned.orders > 0 || warned.more) && {
        text: `${countWords(warned)} ${warned.orders === 1 ? 'ships' : 'ship'} with a policy warning`,
        to: '/orders',
        search: { warned: 'true', from, to },
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
  return needs.filter((need) => need !== false);
}
