import sql from 'sql-template-tag';
import { KEY_HOURS } from '../../ledger/idempotency/answer-once.ts';
import { CARRIER_LIFETIME } from '../../transit/provider.ts';
import type { Removable } from './delete-in-steps.ts';

/**
 * After its lifetime, a carrier's lane is used only while the carrier cannot be reached. Twice the lifetime is long
 * enough for that.
 */
const LANE_MS = 2 * CARRIER_LIFETIME.stale_after_ms;

/** Counts stay longer than their decisions, so that a month can be compared with the same month of the year before. */
const COUNTED_DAYS = 400;

/** Days that a what-if stays after its end, and a webhook delivery at all. */
const KEPT_DAYS = 30;

const endedLongAgo = sql`finished_at <= now() - make_interval(days => ${KEPT_DAYS})`;

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
  { kind: 'sign-ins that ended at a provider', table: 'sso_attempts', condition: sql`expires_at <= now()` },
  {
    kind: 'ended links to a new password',
    table: 'links',
    condition: sql`kind = 'reset' AND expires_at <= now()`,
  },
  // Not at once: owners see who has not accepted.
  {
    kind: 'invitations that ended',
    table: 'links',
    condition: sql`kind = 'invitation' AND expires_at <= now() - make_interval(days => ${KEPT_DAYS})`,
  },
  {
    kind: 'lapsed lanes',
    table: 'lane_cache',
    condition: sql`resolved_at <= now() - ${LANE_MS} * interval '1 ms'`,
  },
  {
    kind: 'sign-in attempts',
    table: 'sign_in_attempts',
    condition: sql`expire <= extract(epoch FROM now()) * 1000`,
  },
  {
    kind: 'minutes of the service',
    table: 'service_minutes',
    condition: sql`minute <= now() - interval '2 days'`,
  },
  {
    kind: 'hours of counted decisions',
    table: 'decision_hours',
    condition: sql`hour <= now() - make_interval(days => ${COUNTED_DAYS})`,
  },
  {
    kind: 'places that orders held',
    table: 'held_places',
    condition: sql`day <= now()::date - ${COUNTED_DAYS}::int`,
  },
  {
    kind: 'days of taken places',
    table: 'places_taken',
    condition: sql`day <= now()::date - ${COUNTED_DAYS}::int`,
  },
  {
    kind: 'webhook deliveries',
    table: 'webhook_deliveries',
    condition: sql`created_at <= now() - make_interval(days => ${KEPT_DAYS})`,
  },
  // The rows of orders first, in steps, because a what-if may have a million.
  {
    kind: 'orders of old what-ifs',
    table: 'what_if_orders',
    condition: sql`what_if_id IN (SELECT id FROM what_ifs WHERE ${endedLongAgo})`,
  },
  { kind: 'old what-ifs', table: 'what_ifs', condition: endedLongAgo },
  // Not at once: a what-if that is being made has stored its draft, and not yet itself.
  {
    kind: 'drafts that no what-if has',
    table: 'configurations',
    condition: sql`
      is_draft AND created_at <= now() - interval '1 day'
      AND NOT EXISTS (SELECT FROM activations a WHERE a.configuration_id = configurations.id)
      AND NOT EXISTS (
        SELECT FROM what_ifs w
        WHERE configurations.id IN (w.configuration_id, w.draft_configuration_id) AND (${endedLongAgo}) IS NOT TRUE
      )`,
  },
  // Not at once, for the same reason.
  {
    kind: 'parts that no configuration has',
    table: 'configuration_parts',
    condition: sql`
      used_at <= now() - interval '1 day'
      AND NOT EXISTS (
        SELECT FROM (
          SELECT client_id, unnest(settings || warehouses || profiles || item_controls) AS digest FROM configurations
        ) AS used
        WHERE used.client_id = configuration_parts.client_id AND used.digest = configuration_parts.digest
      )`,
  },
];
