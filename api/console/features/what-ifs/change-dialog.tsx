import { Anchor, Button, Grid, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { PageLink } from '../../components/page-link.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { StatusBadge, WarnedFlag } from '../../components/status-badge.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { ExplanationView } from '../explanation/explanation-view.tsx';
import { useOrderHistory } from '../orders/use-order.ts';
import { useChangeWhy, type WhatIf, type WhatIfChange } from './use-what-ifs.ts';

interface ChangeDialogProps {
  readonly whatIf: WhatIf;
  readonly change: WhatIfChange;
  readonly onClose: () => void;
  readonly onPrevious?: () => void;
  readonly onNext?: () => void;
}

const SIDES = [
  ['baseline', 'Now'],
  ['draft', 'With the draft'],
] as const;

/** Why both sides decide an order as they do, side by side, with the way to the next one. */
export function ChangeDialog({ whatIf, change, onClose, onPrevious, onNext }: ChangeDialogProps) {
  const { order_id, routing_decision_id, sentence } = change;
  const whys = useChangeWhy(whatIf.what_if_id, routing_decision_id);
  const { data: history } = useOrderHistory(order_id);
  const stored = history?.routings.find(({ result }) => result.routing_decision_id === routing_decision_id);
  const zip = (stored ?? history?.routings[0])?.order.destination_zip ?? '';
  return (
    <Modal opened onClose={onClose} size="90rem" title={`Order ${order_id}`}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Text size="sm" className="anywhere" flex="1 1 20rem">
            {sentence}{' '}
            <Anchor component={PageLink} to={`/orders/${encodeURIComponent(order_id)}`} inherit>
              Open the order
            </Anchor>
          </Text>
          <Group gap="xs">
            <Button size="xs" variant="default" disabled={!onPrevious} onClick={onPrevious}>
              Previous
            </Button>
            <Button size="xs" variant="default" disabled={!onNext} onClick={onNext}>
              Next
            </Button>
          </Group>
        </Group>
        <Grid>
          {SIDES.map(([side, title]) => (
            <Grid.Col key={side} span={{ base: 12, md: 6 }}>
              <section aria-label={title}>
                <Group gap="xs" mb="xs">
                  <Title order={2}>{title}</Title>
                  <StatusBadge status={change[side].status} />
                  {change[side].warnings.length > 0 && <WarnedFlag />}
                </Group>
                <Text size="sm" mb="xs">
                  {counted(change[side].shipments, 'shipment')} ·{' '}
                  {counted(change[side].units_shipped, 'unit')} shipped,{' '}
                  {whole(change[side].units_unfulfilled)} not
                  {change[side].transit_days !== null && ` · ${counted(change[side].transit_days, 'day')}`}
                </Text>
                <QueryView query={whys}>{(both) => <ExplanationView why={both[side]} zip={zip} />}</QueryView>
              </section>
            </Grid.Col>
          ))}
        </Grid>
      </Stack>
    </Modal>
  );
}
