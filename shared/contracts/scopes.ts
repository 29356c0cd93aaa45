import { z } from 'zod';

/** What an API key may do. */
export const SCOPES = [
  'orders:read',
  'orders:write',
  'runs:read',
  'runs:write',
  'inventory:read',
  'inventory:write',
  'promise',
  'reports:read',
  'what_if',
] as const;

export const scopeName = z.enum(SCOPES);
export type Scope = z.output<typeof scopeName>;

/** What an operation needs of a key. */
export interface ScopeNeed {
  /** null: any key will do. */
  readonly scope: Scope | null;
  /** With `dry_run` or `explain`, when nothing is changed. */
  readonly dry_run?: Scope;
  /** With `Prefer: respond-async`, when it makes a run. */
  readonly respond_async?: Scope;
}

const CHANGES_ORDERS: ScopeNeed = { scope: 'orders:write', dry_run: 'orders:read' };
const only = (scope: Scope): ScopeNeed => ({ scope });

/**
 * What each operation of the customer API needs, by its method and its path below /api/v1. The service does not start with a
 * route that is not here. The documents, the tools of assistants and the tests read it.
 */
export const OPERATION_SCOPES: Readonly<Record<string, ScopeNeed>> = {
  'GET /me': { scope: null },
  'GET /inventory': only('inventory:read'),
  'GET /inventory/short': only('inventory:read'),
  'POST /inventory': only('inventory:write'),
  'POST /inventory/uploads': only('inventory:write'),
  'POST /inventory/changes': only('inventory:write'),
  'POST /orders/route': CHANGES_ORDERS,
  'POST /orders/batch-route': { ...CHANGES_ORDERS, respond_async: 'runs:write' },
  'POST /orders/:order_id/reroute': CHANGES_ORDERS,
  'POST /orders/:order_id/release': CHANGES_ORDERS,
  'POST /orders/:order_id/confirm': only('orders:write'),
  'POST /orders/:order_id/shipped': only('orders:write'),
  'POST /orders/batch-shipped': only('orders:write'),
  'DELETE /orders/:order_id/raw_order_data': only('orders:write'),
  'GET /orders/:order_id': only('orders:read'),
  'GET /orders/:order_id/decisions': only('orders:read'),
  'GET /orders/:order_id/why': only('orders:read'),
  'GET /decisions/:routing_decision_id': only('orders:read'),
  'GET /decisions/:routing_decision_id/why': only('orders:read'),
  'POST /promise': only('promise'),
  'POST /runs': only('runs:write'),
  'POST /runs/reroute': only('runs:write'),
  'GET /runs': only('runs:read'),
  'GET /runs/:routing_run_id': only('runs:read'),
  'GET /runs/:routing_run_id/events': only('runs:read'),
  'GET /runs/:routing_run_id/results': only('runs:read'),
  'GET /runs/:routing_run_id/certificate': only('runs:read'),
  'GET /runs/:routing_run_id/why': only('runs:read'),
  'POST /runs/:routing_run_id/cancel': only('runs:write'),
  'POST /runs/:routing_run_id/retry': only('runs:write'),
  'POST /what-ifs': only('what_if'),
  'GET /what-ifs': only('what_if'),
  'GET /what-ifs/:what_if_id': only('what_if'),
  'POST /what-ifs/:what_if_id/cancel': only('what_if'),
  'DELETE /what-ifs/:what_if_id': only('what_if'),
  'GET /what-ifs/:what_if_id/changes': only('what_if'),
  'GET /what-ifs/:what_if_id/changes/:routing_decision_id/why': only('what_if'),
  'GET /reports/inventory.csv': only('reports:read'),
  'GET /reports/decisions.csv': only('reports:read'),
  'GET /reports/shipments.csv': only('reports:read'),
  'GET /reports/unfulfilled.csv': only('reports:read'),
  'GET /reports/usage.csv': only('reports:read'),
};

/** What an operation needs, as a sentence; null: any key will do. */
export function scopeSentence({ scope, dry_run, respond_async }: ScopeNeed): string | null {
  if (scope === null) return null;
  const others = [
    dry_run && `\`${dry_run}\` for a dry run`,
    respond_async && `\`${respond_async}\` with Prefer: respond-async`,
  ].filter(Boolean);
  return `Needs the scope \`${scope}\`${others.map((other) => `, ${other}`).join('')}.`;
}
