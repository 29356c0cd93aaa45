import { tableText } from '../account/table.ts';

type Reference = { readonly warehouse_id: string } | { readonly external_warehouse_id: string };

/** What both contract variants' order results have in common. */
export interface AnyResult {
  readonly order_id: string;
  readonly routing_decision_id: number;
  readonly status: string;
  readonly routing_quality: string;
  readonly reason: string;
  readonly selected_warehouse: Reference | null;
  readonly selected_warehouses: readonly Reference[];
  readonly recommended_action: string | null;
}

const HEADINGS = ['ORDER', 'STATUS', 'QUALITY', 'SHIPS FROM', 'REASON'];

/** Results as a table, an order a row. */
export function resultsTable(results: readonly AnyResult[]): string {
  return tableText(
    HEADINGS,
    results.map((result) => [
      result.order_id,
      result.status,
      result.routing_quality,
      shipsFrom(result).join(' + ') || '-',
      result.reason,
    ]),
  );
}

/** One result in some lines. */
export function resultText(result: AnyResult): string {
  const from = shipsFrom(result);
  return [
    `${result.order_id}: ${result.status}, ${result.routing_quality} (decision ${result.routing_decision_id})`,
    `  ${result.reason}`,
    ...(from.length > 0 ? [`  ships from ${from.join(', ')}`] : []),
    ...(result.recommended_action === null ? [] : [`  ${result.recommended_action}`]),
  ].join('\n');
}

/** Orders per status, in the order in which they come. */
export function statusCounts(results: readonly AnyResult[]): string {
  const counts = new Map<string, number>();
  for (const { status } of results) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${status} ${count}`).join(', ');
}

function shipsFrom({ selected_warehouse, selected_warehouses }: AnyResult): string[] {
  const references = selected_warehouses.length > 0 ? selected_warehouses : [selected_warehouse];
  return references.flatMap((reference) => {
    if (reference === null) return [];
    return 'warehouse_id' in reference ? reference.warehouse_id : reference.external_warehouse_id;
  });
}
