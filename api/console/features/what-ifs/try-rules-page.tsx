import { Button, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { write } from '../../client/calls.ts';
import { useNewDraft } from '../../client/draft.tsx';
import { useScope } from '../../client/scope.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Page } from '../../components/page.tsx';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { ExplanationView } from '../explanation/explanation-view.tsx';
import { triedResult } from '../explanation/tried-result.ts';
import { NowAndNewTable, outcomeOf } from '../orders/now-and-new.tsx';
import { useOrderHistory } from '../orders/use-order.ts';
import { draftRequest } from './draft-request.ts';
import { DraftTabs } from './draft-tabs.tsx';

/** One order under a draft of the account, beside how the account decides it now. Nothing is saved. */
export function TryRulesPage() {
  const { orderId } = useParams({ strict: false }) as { orderId: string };
  const draft = useNewDraft();
  const scope = useScope();
  const order = useOrderHistory(orderId).data?.routings[0]?.order;
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
  const [now, next] = compare.data ?? [];
  return (
    <Page
      title={`Try other rules: order ${orderId}`}
      lead="Change the draft, then compare. The order is decided on the current stock; its own reservation counts as available. Nothing is saved."
    >
      {compare.data && (
        <Stack aria-live="polite" className={compare.isPending ? 'dimmed' : undefined}>
          <NowAndNewTable
            rows={[
              {
                order_id: orderId,
                now: outcomeOf(now!.result, order?.deliver_by),
                next: outcomeOf(next!.result, order?.deliver_by),
              },
            ]}
          />
          <Text size="sm">{next!.why?.summary}</Text>
          <Title order={2}>Why, with the draft</Title>
          <ExplanationView why={next!.why!} zip={order?.destination_zip ?? ''} />
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
