import { Grid, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useRead } from '../../client/operations.ts';
import { TextLink } from '../../components/page-link.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { StatusBadge, WarnedFlag } from '../../components/status-badge.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { ExplanationView } from '../explanation/explanation-view.tsx';
import { useOrderHistory } from '../orders/use-order.ts';
import type { WhatIf, WhatIfChange } from './use-what-ifs.ts';

interface ChangeDialogProps {
  readonly whatIf: WhatIf;
  readonly change: WhatIfChange;
  readonly onClose: () => void;
  readonly onPrevious?: () => void;
  readonly onNext?: () => void;
}

const WHY = '/account/v1/what-ifs/{what_if_id}/changes/{routing_decision_id}/why';

const SIDES = [
  ['baseline', 'Now'],
  ['draft', 'With the draft'],
] as const;

/** Why both sides decide an order as they do, side by side, with the way to the next one. */
export function ChangeDialog({ whatIf, change, onClose, onPrevious, onNext }: ChangeDialogProps) {
  const { order_id, routing_decision_id, sentence } = change;
  const { what_if_id } = whatIf;
  const whys = useRead(
    'what-ifs',
    WHY,
    { what_if_id, routing_decision_id },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const { data: history } = useOrderHistory(order_id);
  const stored = history?.routings.find(({ result }) => result.routing_decision_id === routing_decision_id);
  const zip = (stored ?? history?.routings[0])?.order.destination_zip ?? '';
  return (
    <Modal opened onClose={onClose} size="90rem" title={`Order ${order_id}`}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Text size="sm" className="anywhere" flex="1 1 20rem">
            {sentence} <TextLink to={`/orders/${encodeURIComponent(order_id)}`}>Open the order</TextLink>
          </Text>
          <Group gap="xs">
            <PlainButton size="xs" disabled={!onPrevious} onClick={onPrevious}>
              Previous
            </PlainButton>
            <PlainButton size="xs" disabled={!onNext} onClick={onNext}>
              Next
            </PlainButton>
          </Group>
        </Group>
        <Grid>
          {SIDES.map(([side, title]) => {
            const { status, warnings, shipments, units_shipped, units_unfulfilled, transit_days } =
              change[side];
            const facts = [
              counted(shipments, 'shipment'),
              `${counted(units_shipped, 'unit')} shipped, ${whole(units_unfulfilled)} not`,
              transit_days !== null && counted(transit_days, 'day'),
            ];
            return (
              <Grid.Col key={side} span={{ base: 12, md: 6 }}>
                <section aria-label={title}>
                  <Group gap="xs" mb="xs">
                    <Title order={2}>{title}</Title>
                    <StatusBadge status={status} />
                    {warnings.length > 0 && <WarnedFlag />}
                  </Group>
                  <Text size="sm" mb="xs">
                    {facts.filter(Boolean).join(' · ')}
                  </Text>
                  <QueryView query={whys}>
                    {(both) => <ExplanationView why={both[side]} zip={zip} />}
                  </QueryView>
                </section>
              </Grid.Col>
            );
          })}
        </Grid>
      </Stack>
    </Modal>
  );
}
