import { Group, Stack, Text } from '@mantine/core';
import { Hint } from '../../components/hint.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { OutcomeWords } from '../../components/status-badge.tsx';
import { counted } from '../../view/numbers.ts';
import {
  type AnyOrderResult,
  daysLate,
  resultSentence,
  shipmentViews,
  totalCostWords,
  unitsShipped,
} from '../../view/order-result.ts';
import { ORDER_STATES } from '../../view/order-states.ts';
import { dayWords } from '../../view/ship-days.ts';
import { STATUS_LOOKS } from '../../view/statuses.ts';
import { readersZone } from '../../view/times.ts';
import { useCurrency } from '../rates/use-rates.ts';
import type { Routing } from './use-order.ts';

interface OrderOutcomeProps {
  readonly orderId: string;
  readonly shown: Routing;
  readonly isLatest: boolean;
}

/** What becomes of an order, when it arrives and what is missing, in words; below them what it was decided by. */
export function OrderOutcome({ orderId, shown, isLatest }: OrderOutcomeProps) {
  const result = shown.result as AnyOrderResult;
  const { order, state, state_since, reroute } = shown;
  const shipments = shipmentViews(result);
  const shipped = unitsShipped(shipments);
  const late = order.deliver_by === undefined ? 0 : (daysLate(order.deliver_by, result) ?? 0);
  const cost = totalCostWords(result, useCurrency(result.total_cost !== undefined));
  return (
    <Stack gap={4}>
      {!isLatest && (
        <Text size="sm" fw={600}>
          You are viewing an earlier decision.{' '}
          <TextLink to={`/orders/${encodeURIComponent(orderId)}`}>View latest</TextLink>
        </Text>
      )}
      <Group gap="xs" align="baseline">
        {state_since === null ? (
          <OutcomeWords status={result.status} />
        ) : (
          <>
            <Text size="xl" fw={600}>
              {ORDER_STATES[state]}
            </Text>
            <Text c="dimmed">
              <MomentText at={state_since} />
            </Text>
          </>
        )}
      </Group>
      <Text className="anywhere" maw={720}>
        {state_since !== null && `Decided: ${STATUS_LOOKS[result.status].words}. `}
        {resultSentence(order.lines, result, late)}
      </Text>
      <Text size="sm" className="anywhere">
        {result.delivery_date && `arrives ${dayWords(result.delivery_date)} · `}
        {order.deliver_by !== undefined && `deliver by ${dayWords(order.deliver_by)} · `}
        {cost && `${cost} · `}to ZIP {order.destination_zip || '(none)'}
      </Text>
      <Hint className="anywhere">
        {[
          ...decidedBy(order, result),
          reroute !== undefined && `rerouted${reroute.note === null ? '' : `: ${reroute.note}`}`,
          state_since === null && shipped > 0 && `${counted(shipped, 'unit')} reserved`,
        ]
          .filter(Boolean)
          .map((fact) => `${fact} · `)}
        decided <MomentText at={shown.routed_at} /> ({readersZone()})
      </Hint>
    </Stack>
  );
}

/** What of an order decided beside its lines: VIP, profile and why it applied, channel. */
export function decidedBy(
  { is_vip, partner_id, carrier, ship_method }: DecidingFields,
  { profile }: AnyOrderResult,
): (string | false | null | undefined)[] {
  return [
    is_vip && 'VIP',
    profile?.applied
      ? `profile ${profile.name}${partner_id ? `, because the partner is ${partner_id}` : ''}`
      : partner_id && `partner ${partner_id}, no profile of its own`,
    carrier && `carrier ${carrier}`,
    ship_method && `ships by ${ship_method}`,
  ];
}

interface DecidingFields {
  readonly is_vip: boolean;
  readonly partner_id?: string | null;
  readonly carrier?: string | null;
  readonly ship_method?: string | null;
}
