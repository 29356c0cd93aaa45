import type pg from 'pg';
import { ordersQuery } from '../../../../shared/contracts/account/orders.ts';
import type { Database } from '../../../../shared/db/database.ts';
import { searchOrders } from '../../../../shared/routing/search/search-orders.ts';

/** A node of a plan of EXPLAIN (FORMAT JSON). */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** What the statements of a search do. */
export interface SearchPlan {
  readonly statements: number;
  /** Indexes and tables that the longest one reads, in the order of its plan. */
  readonly reads: readonly string[];
  /** Large tables of which any of them reads all rows. */
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
  const plans: { readonly ms: number; readonly nodes: readonly PlanNode[] }[] = [];
  for (const { text, values = [] } of sent) {
    const { rows } = await db.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number }] }>({
      text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    });
    const [{ Plan: plan, 'Execution Time': ms }] = rows[0]!['QUERY PLAN'];
    plans.push({ ms, nodes: nodesOf(plan) });
  }
  const longest = plans.reduce((left, right) => (right.ms > left.ms ? right : left));
  const nodes = plans.flatMap((plan) => plan.nodes);
  return {
    statements: plans.length,
    reads: [...new Set(longest.nodes.flatMap((node) => node['Index Name'] ?? node['Relation Name'] ?? []))],
    scanned: nodes
      .filter((node) => node['Node Type'].endsWith('Seq Scan') && LARGE.has(node['Relation Name'] ?? ''))
      .map((node) => node['Relation Name']!),
  };
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
