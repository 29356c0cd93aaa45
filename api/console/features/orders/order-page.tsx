import { Button, Grid, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams, useSearch } from '@tanstack/react-router';
import { useWrite } from '../../client/operations.ts';
import { useMayWork } from '../../client/rights.ts';
import { CopyId } from '../../components/copy-id.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';
import { OtherEnvironment } from '../../components/other-environment.tsx';
import { Page } from '../../components/page.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RawJson } from '../../components/raw-json.tsx';
import { Section } from '../../components/section.tsx';
import type { AnyOrderResult } from '../../view/order-result.ts';
import { ExplanationView } from '../explanation/explanation-view.tsx';
import { OrderLines, PolicyMessages } from './order-lines.tsx';
import { OrderOutcome } from './order-outcome.tsx';
import { OrderShipments } from './order-shipments.tsx';
import { OrderTimeLine } from './order-time-line.tsx';
import { ReleaseDialog } from './release-dialog.tsx';
import { RerouteDialog } from './reroute-dialog.tsx';
import { OF_ORDERS, useOrderHistory, useWhy } from './use-order.ts';

/** One order: what becomes of it, line by line, why, and all that happened to it; the actions on it. */
export function OrderPage() {
  const { orderId } = useParams({ strict: false }) as { orderId: string };
  const { decision, do: asked } = useSearch({ strict: false }) as { decision?: string; do?: string };
  const mayWork = useMayWork();
  const history = useOrderHistory(orderId);
  const routings = history.data?.routings ?? [];
  // A run that was received earlier may decide later.
  const latest = routings.find(({ state }) => state !== 'replaced') ?? routings[0] ?? null;
  const shown = routings.find(({ result }) => String(result.routing_decision_id) === decision) ?? latest;
  const why = useWhy(shown?.result.routing_decision_id ?? null);
  const confirm = useWrite('post', '/account/v1/orders/{order_id}/confirm', 'orders', {
    outdates: OF_ORDERS,
  });
  const [isRerouting, reroute] = useDisclosure(asked === 'reroute');
  const [isReleasing, release] = useDisclosure(asked === 'release');
  return (
    <Page
      title={`Order ${orderId}`}
      beside={<CopyId text={orderId} what="order number" />}
      actions={
        shown &&
        mayWork && (
          <>
            {latest!.state === 'held' && (
              <Button
                loading={confirm.isPending}
                onClick={() =>
                  confirm
                    .mutateAsync({ order_id: orderId })
                    .then(() => notifyDone(`Order ${orderId} is confirmed.`), notifyFailed)
                }
              >
                Confirm
              </Button>
            )}
            {latest!.state !== 'shipped' && latest!.state !== 'left' && (
              <PlainButton onClick={reroute.open}>Reroute…</PlainButton>
            )}
            {(latest!.state === 'current' || latest!.state === 'held') && (
              <PlainButton onClick={release.open}>Release…</PlainButton>
            )}
            <Button variant="default" component={PageLink} to={`/orders/${encodeURIComponent(orderId)}/try`}>
              Try other rules
            </Button>
          </>
        )
      }
    >
      <QueryView query={history} ifMissing={<OtherEnvironment />}>
        {() =>
          shown && (
            <Stack gap="lg">
              {history.data?.expires_at && (
                <Text fw={600}>
                  {latest!.state === 'held' ? 'Held until' : 'Its reservation ends'}{' '}
                  <MomentText at={history.data.expires_at} />
                  {latest!.state === 'held' ? '; then it is released unless it is confirmed.' : '.'}
                </Text>
              )}
              <OrderOutcome shown={shown} isLatest={shown === latest} orderId={orderId} />
              <Grid gap="lg">
                <Grid.Col span={{ base: 12, lg: 8 }}>
                  <Stack gap="lg">
                    <PolicyMessages result={shown.result as AnyOrderResult} />
                    <OrderLines lines={shown.order.lines} result={shown.result as AnyOrderResult} />
                    <OrderShipments shown={shown} />
                    <Section
                      title={shown.result.status === 'NONE' ? 'Why it cannot ship' : 'Why not the others'}
                    >
                      <QueryView query={why}>
                        {(data) => <ExplanationView why={data} zip={shown.order.destination_zip} />}
                      </QueryView>
                    </Section>
                  </Stack>
                </Grid.Col>
                <Grid.Col span={{ base: 12, lg: 4 }}>
                  <OrderTimeLine routings={routings} shown={shown} orderId={orderId} />
                </Grid.Col>
              </Grid>
              <RawJson value={shown.result} />
              <RawJson title="Order as received" value={shown.order} />
            </Stack>
          )
        }
      </QueryView>
      {shown && mayWork && (
        <>
          {isRerouting && (
            <RerouteDialog
              orderId={orderId}
              onClose={reroute.close}
              now={latest!.result}
              order={latest!.order}
            />
          )}
          {isReleasing && <ReleaseDialog orderId={orderId} onClose={release.close} />}
        </>
      )}
    </Page>
  );
}
