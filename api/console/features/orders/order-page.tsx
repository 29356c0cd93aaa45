import { Anchor, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams, useSearch } from '@tanstack/react-router';
import { CopyId } from '../../components/copy-id.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { OtherEnvironment } from '../../components/other-environment.tsx';
import { Page } from '../../components/page.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RawJson } from '../../components/raw-json.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { nameList } from '../../view/name-list.ts';
import { counted, whole } from '../../view/numbers.ts';
import {
  type AnyOrderResult,
  costWords,
  shipmentViews,
  totalCostWords,
  unitsOrdered,
  unitsShipped,
} from '../../view/order-result.ts';
import { ORDER_STATES } from '../../view/order-states.ts';
import { dayWords } from '../../view/ship-days.ts';
import { readersZone } from '../../view/times.ts';
import { ExplanationView } from '../explanation/explanation-view.tsx';
import { useCurrency } from '../rates/use-rates.ts';
import { OrderFacts } from './order-facts.tsx';
import { OrderHistory } from './order-history.tsx';
import { ReleaseDialog } from './release-dialog.tsx';
import { RerouteDialog } from './reroute-dialog.tsx';
import { useOrderHistory, useWhy } from './use-order.ts';

/** One order: its decision and explanation, the actions on it, its earlier decisions. */
export function OrderPage() {
  const { orderId } = useParams({ strict: false }) as { orderId: string };
  const { decision } = useSearch({ strict: false }) as { decision?: string };
  const history = useOrderHistory(orderId);
  const routings = history.data?.routings ?? [];
  // A run that was received earlier may decide later.
  const latest = routings.find(({ state }) => state !== 'replaced') ?? routings[0] ?? null;
  const shown = routings.find(({ result }) => String(result.routing_decision_id) === decision) ?? latest;
  const why = useWhy(shown?.result.routing_decision_id ?? null);
  const [isRerouting, reroute] = useDisclosure();
  const [isReleasing, release] = useDisclosure();
  return (
    <Page
      title={`Order ${orderId}`}
      beside={<CopyId text={orderId} what="order number" />}
      actions={
        shown && (
          <>
            <Button variant="default" onClick={reroute.open}>
              Reroute…
            </Button>
            <Button variant="default" onClick={release.open}>
              Release…
            </Button>
            <Button variant="default" component={PageLink} to="/try" search={{ order: orderId }}>
              Try other rules
            </Button>
          </>
        )
      }
    >
      <QueryView
        query={history}
        ifMissing={<OtherEnvironment path={`/orders/${encodeURIComponent(orderId)}`} />}
      >
        {() =>
          shown && (
            <Stack gap="lg">
              <StateLine shown={shown} isLatest={shown === latest} orderId={orderId} />
              <OrderFacts order={shown.order} result={shown.result as AnyOrderResult} />
              <QueryView query={why}>
                {(data) => <ExplanationView why={data} zip={shown.order.destination_zip} />}
              </QueryView>
              <Shipments result={shown.result} />
              <OrderHistory routings={routings} shown={shown} orderId={orderId} />
              <RawJson value={shown.result} />
              <RawJson title="Order as received" value={shown.order} />
            </Stack>
          )
        }
      </QueryView>
      {shown && (
        <>
          <RerouteDialog
            orderId={orderId}
            isOpen={isRerouting}
            onClose={reroute.close}
            now={latest!.result}
          />
          <ReleaseDialog orderId={orderId} isOpen={isReleasing} onClose={release.close} />
        </>
      )}
    </Page>
  );
}

type Routing = NonNullable<ReturnType<typeof useOrderHistory>['data']>['routings'][number];

function StateLine({ shown, isLatest, orderId }: { shown: Routing; isLatest: boolean; orderId: string }) {
  const result = shown.result as AnyOrderResult;
  const shipments = shipmentViews(result);
  const cost = totalCostWords(result, useCurrency(result.total_cost !== undefined));
  const units = `${whole(unitsShipped(shipments))} of ${counted(unitsOrdered(shown.order.lines), 'unit')}`;
  return (
    <Group gap="sm">
      {shown.state_since !== null && (
        <Text size="sm" fw={600}>
          {ORDER_STATES[shown.state]}, <MomentText at={shown.state_since} />
        </Text>
      )}
      <StatusBadge status={shown.result.status} withWords={shown.state_since === null} />
      <Text size="sm">
        {counted(shipments.length, 'shipment')} · {units} · {cost && `${cost} · `}to ZIP{' '}
        {shown.order.destination_zip || '(none)'} · <MomentText at={shown.routed_at} /> ({readersZone()})
      </Text>
      {!isLatest && (
        <Text size="sm" fw={600}>
          You are viewing an earlier decision.{' '}
          <Anchor component={PageLink} to={`/orders/${encodeURIComponent(orderId)}`} inherit>
            View latest
          </Anchor>
        </Text>
      )}
    </Group>
  );
}

function Shipments({ result }: { result: unknown }) {
  const shipments = shipmentViews(result as AnyOrderResult);
  const currency = useCurrency(shipments.some(({ cost }) => cost !== undefined));
  if (shipments.length === 0) return null;
  return (
    <div>
      <Title order={2} mb={4}>
        Shipments
      </Title>
      <Table aria-label="Shipments" maw={720}>
        <Table.Tbody>
          {shipments.map(({ warehouse, lines, ship_date, delivery_date, cost }) => (
            <Table.Tr key={warehouse}>
              <Table.Td fw={600} className="anywhere">
                {warehouse}
              </Table.Td>
              <Table.Td className="anywhere">
                {nameList(lines.map(({ sku, ship_qty }) => `${whole(ship_qty)} × ${sku}`))}
              </Table.Td>
              {ship_date !== null && (
                <Table.Td>
                  leaves {dayWords(ship_date)}
                  {delivery_date !== null && `, arrives ${dayWords(delivery_date)}`}
                </Table.Td>
              )}
              {cost !== undefined && <Table.Td className="num">{costWords(cost, currency)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
