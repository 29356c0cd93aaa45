import type pg from 'pg';
import { ordersQuery } from '../../../shared/contracts/account/orders.ts';
import type { Database } from '../../../shared/db/database.ts';
import { searchOrders } from '../../../shared/insight/search-orders.ts';

/** A node of a plan, as EXPLAIN (FORMAT JSON) tells it. */
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

/** How the server did the statement of a search that took longest. */
export interface StatementPlan {
  readonly statements: number;
  /** Of that statement, planning too. */
  readonly milliseconds: number;
  readonly top_node: string;
  /** Indexes and tables that were read, in the order of the plan. */
  readonly reads: readonly string[];
  readonly blocks: number;
}

/** Searches in this process, and has each of its statements explained. */
export async function planOf(
  db: Database,
  ledgerId: number,
  parameters: Readonly<Record<string, string>>,
): Promise<StatementPlan> {
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
  const plans = [];
  for (const { text, values } of sent) {
    const { rows } = await db.pool.query<{ 'QUERY PLAN': [Explained] }>({
      text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values: values ?? [],
    });
    const [{ Plan: plan, ...times }] = rows[0]!['QUERY PLAN'];
    plans.push({
      statements: sent.length,
      milliseconds: times['Planning Time'] + times['Execution Time'],
      top_node: topOf(plan),
      reads: [...new Set(readsOf(plan))],
      blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    });
  }
  return plans.reduce((longest, plan) => (plan.milliseconds > longest.milliseconds ? plan : longest));
}

/** The first node that says something: those above only pass on. */
function topOf(plan: PlanNode): string {
  const passesOn = ['Limit', 'Subquery Scan'].includes(plan['Node Type']);
  return passesOn && plan.Plans?.[0] ? topOf(plan.Plans[0]) : plan['Node Type'];
}

function readsOf(plan: PlanNode): string[] {
  const name = plan['Index Name'] ?? plan['Relation Name'];
  return [...(name === undefined ? [] : [name]), ...(plan.Plans ?? []).flatMap(readsOf)];
}
