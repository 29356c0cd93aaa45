import { Button, Grid, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { write } from '../../client/calls.ts';
import { useNewDraft } from '../../client/draft.tsx';
import { useScope } from '../../client/scope.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Page } from '../../components/page.tsx';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { counted, whole } from '../../view/numbers.ts';
import { type AnyOrderResult, shipmentViews, totalCostWords, unitsShipped } from '../../view/order-result.ts';
import { dayWords } from '../../view/ship-days.ts';
import { ExplanationView } from '../explanation/explanation-view.tsx';
import { triedResult } from '../explanation/tried-result.ts';
import { useOrderHistory } from '../orders/use-order.ts';
import { useCurrency } from '../rates/use-rates.ts';
import { draftRequest } from './draft-request.ts';
import { DraftTabs } from './draft-tabs.tsx';
import { SideView } from './side-view.tsx';

/** One order under a draft of the account, beside how the account decides it now. Nothing is saved. */
export function TryRulesPage() {
  const { orderId } = useParams({ strict: false }) as { orderId: string };
  const draft = useNewDraft();
  const scope = useScope();
  const zip = useOrderHistory(orderId).data?.routings[0]?.order.destination_zip ?? '';
  const currency = useCurrency();
  useUnsaved(() => Object.values(draft.edits).some((edits) => Object.keys(edits).length > 0));
  const compare = useMutation({
    mutationFn: async () => {
      const order_id = orderId;
      const changes = await draftRequest(draft.edits, scope);
      const both = await Promise.all([
        write('post', '/account/v1/orders/{order_id}/reroute', scope, {
          order_id,
          query: { dry_run: 'true', explain: 'true' },
        }),
        write('post', '/account/v1/orders/{order_id}/try', scope, { order_id, draft: changes }),
      ]);
      return both.map(triedResult);
    },
  });
  return (
    <Page
      title={`Try other rules: order ${orderId}`}
      lead="Change the draft, then compare. The order is decided on the current stock; its own reservation counts as available. Nothing is saved."
    >
      {compare.data && (
        <Stack aria-live="polite" className={compare.isPending ? 'dimmed' : undefined}>
          <Grid>
            {compare.data.map(({ result, why }, side) => (
              <SideView
                key={TITLES[side]}
                title={TITLES[side]!}
                status={result.status}
                isWarned={result.policy_outcome === 'warned'}
                facts={factsOf(result, currency)}
              >
                <Text size="sm">{why?.summary}</Text>
              </SideView>
            ))}
          </Grid>
          <Title order={2}>Why, with the draft</Title>
          <ExplanationView why={compare.data[1]!.why!} zip={zip} />
          <Title order={2}>The draft</Title>
        </Stack>
      )}
      <DraftTabs draft={draft}>
        {compare.error && <ErrorNote error={compare.error} />}
        <Button loading={compare.isPending} onClick={() => compare.mutate()}>
          Compare
        </Button>
      </DraftTabs>
    </Page>
  );
}

const TITLES = ['Now', 'With the draft'];

function factsOf(result: AnyOrderResult, currency: string | undefined): string {
  const shipments = shipmentViews(result);
  return [
    counted(shipments.length, 'shipment'),
    `${whole(unitsShipped(shipments))} units, from ${shipments.map(({ warehouse }) => warehouse).join(', ') || 'nowhere'}`,
    result.delivery_date && `arrives ${dayWords(result.delivery_date)}`,
    totalCostWords(result, currency),
  ]
    .filter(Boolean)
    .join(' · ');
}
