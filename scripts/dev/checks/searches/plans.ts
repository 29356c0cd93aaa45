import type pg from 'pg';
import { ordersQuery } from '../../../../shared/contracts/account/orders.ts';
import type { Database } from '../../../../shared/db/database.ts';
import { searchOrders } from '../../../../shared/insight/search-orders.ts';

/** A node of a plan of EXPLAIN (FORMAT JSON). */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

interface Explained {
  readonly Plan: PlanNode;
  readonly 'Planning Time': number;
  readonly 'Execution Time': number;
}

/** The plan of the longest statement of a search. */
export interface StatementPlan {
  readonly statements: number;
  /** Of that statement, with its planning. */
  readonly milliseconds: number;
  readonly top_node: string;
  /** Indexes and tables that were read, in the order of the plan. */
  readonly reads: readonly string[];
  readonly blocks: number;
}

/** The plan of a search's longest statement, and the large tables that any of its statements read completely. */
export interface SearchPlan extends StatementPlan {
  /** Large tables of which all rows were read. */
  readonly scanned: readonly string[];
}

/** Tables that grow with traffic or with stock. */
const LARGE = new Set(['decisions', 'orders', 'runs', 'run_chunks', 'stock', 'skus']);

/** Searches in this process, and explains each statement of the search. */
export async function planOf(
  db: Database,
  ledgerId: number,
  parameters: Readonly<Record<string, string>>,
): Promise<SearchPlan> {
  const sent: pg.QueryConfig[] = [];
  const pool = new Proxy(db.pool, {
    get(target, key) {
      if (key !== 'query') return Reflect.get(target, key, target);
      return (statement: pg.QueryConfig | string, values?: unknown[]) => {
        const config = typeof statement === 'string' ? { text: statement, values: values ?? [] } : statement;
        if (/^\s*(SELECT|WITH)/.test(config.text)) sent.push(config);
        return target.query(config);
      };
    },
  });
  await searchOrders({ ...db, pool }, ledgerId, ordersQuery.parse(parameters));
  const plans: StatementPlan[] = [];
  const scanned = new Set<string>();
  for (const { text, values } of sent) {
    const { rows } = await db.pool.query<{ 'QUERY PLAN': [Explained] }>({
      text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values: values ?? [],
    });
    const [{ Plan: plan, ...times }] = rows[0]!['QUERY PLAN'];
    for (const table of scansOf(plan)) scanned.add(table);
    plans.push({
      statements: sent.length,
      milliseconds: times['Planning Time'] + times['Execution Time'],
      top_node: topOf(plan),
      reads: [...new Set(readsOf(plan))],
      blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    });
  }
  const longest = plans.reduce((left, right) => (right.milliseconds > left.milliseconds ? right : left));
  return { ...longest, scanned: [...scanned] };
}

/** The first node that does work; the nodes above it only pass rows on. */
function topOf(plan: PlanNode): string {
  const passesOn = ['Limit', 'Subquery Scan'].includes(plan['Node Type']);
  return passesOn && plan.Plans?.[0] ? topOf(plan.Plans[0]) : plan['Node Type'];
}

function readsOf(plan: PlanNode): string[] {
  const name = plan['Index Name'] ?? plan['Relation Name'];
  return [...(name === undefined ? [] : [name]), ...(plan.Plans ?? []).flatMap(readsOf)];
}

function scansOf(plan: PlanNode): string[] {
  const table = plan['Relation Name'] ?? '';
  const own = plan['Node Type'].endsWith('Seq Scan') && LARGE.has(table) ? [table] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scansOf)];
}
