import { Badge, Text, Tooltip } from '@mantine/core';
import { ORDER_STATES, type OrderState, stateWord } from '../view/order-states.ts';
import { isLive, type OrderStatus, RUN_WORDS, STATUS_LOOKS, statusTitle, themed } from '../view/statuses.ts';

/** An order's outcome: sign, words and, on hover, its code. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <Tooltip label={status}>
      <Badge {...badgeOf(status)}>
        <span aria-hidden="true">{STATUS_LOOKS[status].sign}</span> {statusTitle(status)}
      </Badge>
    </Tooltip>
  );
}

/** An order's outcome as the first words of its page; the code is small, after them. */
export function OutcomeWords({ status }: { status: OrderStatus }) {
  const { ink, sign } = STATUS_LOOKS[status];
  return (
    <Text size="xl" fw={600} style={{ color: themed(ink) }}>
      <span aria-hidden="true">{sign}</span> {statusTitle(status)}{' '}
      <Text span size="xs" ff="monospace" c="dimmed">
        {status}
      </Text>
    </Text>
  );
}

const STATE_LOOKS: Readonly<Record<string, OrderStatus>> = {
  dropped: 'NONE',
  completed: 'FULL',
  delivered: 'FULL',
  failed: 'NONE',
  cancelled: 'PARTIAL',
  cancelling: 'PARTIAL',
  retrying: 'PARTIAL',
};
const STATE_SIGNS: Readonly<Record<string, string>> = {
  dropped: '✕',
  completed: '✓',
  delivered: '✓',
  pending: '…',
  retrying: '↻',
  failed: '✕',
  cancelled: '–',
  cancelling: '–',
};

interface StateBadgeProps {
  readonly status: string;
  /** What became of it, if that is worse than its state says: nothing ships. */
  readonly flaw?: string | false | undefined;
}

/** The state of a run, a delivery or other work in a word, with its sign. */
export function StateBadge({ status, flaw }: StateBadgeProps) {
  return (
    <Badge {...badgeOf(flaw ? 'NONE' : (STATE_LOOKS[status] ?? 'SPLIT'))}>
      <span aria-hidden="true">{flaw ? '✕' : (STATE_SIGNS[status] ?? (isLive(status) ? '…' : ''))}</span>{' '}
      {RUN_WORDS[status] ?? status}
      {flaw && `: ${flaw}`}
    </Badge>
  );
}

/** A run in which every order is NONE is no success. */
export const flawOf = ({ status, orders_routed, none_count }: RunOutcome) =>
  status === 'completed' && orders_routed > 0 && none_count === orders_routed && 'nothing ships';

interface RunOutcome {
  readonly status: string;
  readonly orders_routed: number;
  readonly none_count: number;
}

/** A badge in the colours of an outcome. */
const badgeOf = (status: OrderStatus) => {
  const { ink, tint } = STATUS_LOOKS[status];
  const root = {
    color: themed(ink),
    background: themed(tint),
    flexShrink: 0,
    height: 'auto',
    maxWidth: '100%',
  };
  const label = { whiteSpace: 'normal' as const };
  return { variant: 'filled', radius: 'sm', tt: 'none', styles: { root, label } } as const;
};

/** What became of a decision that is not current any more; nothing if it is. */
export function OrderStateBadge({ state }: { state: OrderState }) {
  if (state === 'current') return null;
  return (
    <Tooltip label={ORDER_STATES[state]}>
      <Badge variant="outline" radius="sm" tt="none" color="gray">
        {stateWord(state)}
      </Badge>
    </Tooltip>
  );
}

/** The flag of an order that a policy warned about. */
export function WarnedFlag() {
  const { ink } = STATUS_LOOKS.PARTIAL;
  return (
    <Tooltip label="A routing policy raised a warning">
      <span style={{ color: themed(ink), whiteSpace: 'nowrap' }}>⚑ warning</span>
    </Tooltip>
  );
}
