import { Button, Grid, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useOpenPage } from '../../client/address.ts';
import { DraftProvider, type OpenDraft, useNewDraft } from '../../client/draft.tsx';
import { useScope } from '../../client/scope.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Page } from '../../components/page.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { changeSummary } from '../../view/change-words.ts';
import { draftChanges, withoutChange } from '../../view/draft.ts';
import { day } from '../../view/times.ts';
import { ItemControlPage } from '../configuration/item-control-page.tsx';
import { ProfilesPage } from '../configuration/profiles-page.tsx';
import { SettingsPage } from '../configuration/settings-page.tsx';
import { WarehousesPage } from '../configuration/warehouses-page.tsx';
import { RatesPage } from '../rates/rates-page.tsx';
import { chosenOrders, type OrdersSearch } from './chosen-orders.ts';
import { DraftChangeList } from './draft-change-list.tsx';
import { draftRequest } from './draft-request.ts';
import { OrdersChoice } from './orders-choice.tsx';
import { StockForm } from './stock-form.tsx';
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
      <Grid>
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <DraftProvider draft={draft}>
            <PageTabs
              own={['q', 'sort']}
              tabs={[
                { value: 'warehouses', title: 'Warehouses', content: <WarehousesPage /> },
                { value: 'settings', title: 'Settings', content: <SettingsPage /> },
                { value: 'profiles', title: 'Profiles', content: <ProfilesPage /> },
                { value: 'item-control', title: 'Item control', content: <ItemControlPage /> },
                { value: 'rates', title: 'Rates', content: <RatesPage /> },
                { value: 'stock', title: 'Stock', content: <StockForm /> },
              ]}
            />
          </DraftProvider>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <AskForm draft={draft} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}

/** What the draft changes, and the button that asks. */
function AskForm({ draft }: { draft: OpenDraft }) {
  const orders = chosenOrders(useSearch({ strict: false }) as OrdersSearch, day(new Date()));
  const scope = useScope();
  const openPage = useOpenPage();
  const [name, setName] = useState('');
  const isAsked = useRef(false);
  const title = useRef<HTMLHeadingElement>(null);
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
      const id = await ask.mutateAsync(body);
      isAsked.current = true;
      await openPage(`/what-ifs/${id}`);
    },
  });
  return (
    <Paper withBorder p="md" className="sticky-side">
      <Stack gap="sm">
        <Title order={2} ref={title} tabIndex={-1}>
          The draft changes
        </Title>
        <DraftChangeList
          changes={changes}
          onUndo={(change) => {
            draft.setEdits((edits) => withoutChange(edits, change));
            // The button that had the focus goes with its change.
            title.current?.focus();
          }}
        />
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
        {orders === null && (
          <Text size="sm" c="dimmed">
            Choose the orders first.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
