import sql from 'sql-template-tag';
import { KEY_HOURS } from '../idempotency/idempotency-keys.ts';
import { CARRIER_LIFETIME } from '../transit/lifetimes.ts';
import { zoneProvider } from '../transit/zone.ts';
import type { Removable } from './delete-in-steps.ts';

/**
 * After its lifetime, a carrier's lane is used only while the carrier cannot be reached. Twice the lifetime is long
 * enough for that.
 */
const LANE_MS = 2 * CARRIER_LIFETIME.stale_after_ms;

/** Counts stay longer than their decisions, so that a month can be compared with the same month of the year before. */
const COUNTED_DAYS = 400;

/** Rows that are removed, and how they are called. */
interface LapsedRows extends Removable {
  readonly kind: string;
}

/** Rows that are not needed any more, whatever the configured retention is. */
export const LAPSED_ROWS: readonly LapsedRows[] = [
  {
    kind: 'idempotency keys',
    table: 'idempotency_keys',
    condition: sql`created_at <= now() - make_interval(hours => ${KEY_HOURS})`,
  },
  { kind: 'ended sessions', table: 'sessions', condition: sql`expires_at <= now()` },
  {
    kind: 'lapsed lanes',
    table: 'lane_cache',
    condition: sql`
      CASE WHEN client_id IS NULL THEN provider <> ${zoneProvider.cache_key}
           ELSE resolved_at <= now() - ${LANE_MS} * interval '1 ms' END`,
  },
  {
    kind: 'sign-in attempts',
    table: 'sign_in_attempts',
    condition: sql`expire <= extract(epoch FROM now()) * 1000`,
  },
  {
    kind: 'hours of counted decisions',
    table: 'decision_hours',
    condition: sql`hour <= now() - make_interval(days => ${COUNTED_DAYS})`,
  },
];

/** An activation whose entry is removed is listed without a name (`GET configurations`). */
export function oldAuditEntries(days: number): LapsedRows {
  return {
    kind: 'entries of the audit log',
    table: 'audit_entries',
    condition: sql`at <= now() - make_interval(days => ${days})`,
  };
}
