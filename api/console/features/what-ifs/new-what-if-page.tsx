import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useOpenPage } from '../../client/address.ts';
import { type OpenDraft, useNewDraft } from '../../client/draft.tsx';
import { useScope } from '../../client/scope.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Hint } from '../../components/hint.tsx';
import { Page } from '../../components/page.tsx';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { changeSummary } from '../../view/change-words.ts';
import { draftChanges } from '../../view/draft.ts';
import { day } from '../../view/times.ts';
import { chosenOrders, type OrdersSearch } from './chosen-orders.ts';
import { draftRequest } from './draft-request.ts';
import { DraftTabs } from './draft-tabs.tsx';
import { OrdersChoice } from './orders-choice.tsx';
import { useAskWhatIf } from './use-what-ifs.ts';

/** The most letters of a name. */
const MAX_NAME = 200;

/** Chooses orders, and changes a draft of the account by the account's own pages. */
export function NewWhatIfPage() {
  const draft = useNewDraft();
  return (
    <Page
      title="New what-if"
      lead="Choose orders, then change the draft. These forms change only the draft, not the account."
    >
      <OrdersChoice />
      <DraftTabs draft={draft}>
        <AskForm draft={draft} />
      </DraftTabs>
    </Page>
  );
}

/** The name of the what-if, and the button that asks. */
function AskForm({ draft }: { draft: OpenDraft }) {
  const orders = chosenOrders(useSearch({ strict: false }) as OrdersSearch, day(new Date()));
  const scope = useScope();
  const openPage = useOpenPage();
  const [name, setName] = useState('');
  const isAsked = useRef(false);
  const changes = draftChanges(draft.edits);
  const summary = changes.length > 0 ? changeSummary(changes).slice(0, MAX_NAME) : '';
  useUnsaved(() => changes.length > 0 && !isAsked.current);
  const ask = useAskWhatIf();
  const act = useMutation({
    mutationFn: async () => {
      const body = {
        orders: orders!,
        draft: await draftRequest(draft.edits, scope),
        name: name.trim() || summary || null,
      };
      const asked = await ask.mutateAsync(body);
      isAsked.current = true;
      await openPage(`/what-ifs/${asked!.what_if_id}`);
    },
  });
  return (
    <>
      <TextInput
        label="Name"
        maxLength={MAX_NAME}
        placeholder={summary}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {act.error && <ErrorNote error={act.error} />}
      <Button loading={act.isPending} disabled={orders === null} onClick={() => act.mutate()}>
        Compare
      </Button>
      {orders === null && <Hint>Choose the orders first.</Hint>}
    </>
  );
}
