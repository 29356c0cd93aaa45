import { Box, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { DraftProvider, type OpenDraft } from '../../client/draft.tsx';
import { Hint } from '../../components/hint.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { pathWords } from '../../view/change-words.ts';
import { smallestChanges, valueText } from '../../view/changes.ts';
import { type DraftChange, draftChanges, withoutChange } from '../../view/draft.ts';
import { ItemControlPage } from '../configuration/item-control-page.tsx';
import { ProfilesPage } from '../configuration/profiles-page.tsx';
import { SettingsPage } from '../configuration/settings-page.tsx';
import { WarehousesPage } from '../configuration/warehouses-page.tsx';

const TABS = [
  { value: 'warehouses', title: 'Warehouses', content: <WarehousesPage /> },
  { value: 'settings', title: 'Settings', content: <SettingsPage /> },
  { value: 'profiles', title: 'Profiles', content: <ProfilesPage /> },
  { value: 'item-control', title: 'Item control', content: <ItemControlPage /> },
];

interface DraftTabsProps {
  readonly draft: OpenDraft;
  /** What is done with the draft, under its changes. */
  readonly children: ReactNode;
}

/** The account's own pages, which change a draft here, and beside them what it changes. */
export function DraftTabs({ draft, children }: DraftTabsProps) {
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Grid>
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <DraftProvider draft={draft}>
          <PageTabs own={['q', 'sort']} tabs={TABS} />
        </DraftProvider>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Paper withBorder p="md" className="sticky-side">
          <Stack gap="sm">
            <Title order={2} ref={title} tabIndex={-1}>
              The draft changes
            </Title>
            <DraftChangeList
              changes={draftChanges(draft.edits)}
              onUndo={(change) => {
                draft.setEdits((edits) => withoutChange(edits, change));
                // The button that had the focus goes with its change.
                title.current?.focus();
              }}
            />
            {children}
          </Stack>
        </Paper>
      </Grid.Col>
    </Grid>
  );
}

interface DraftChangeListProps {
  readonly changes: readonly DraftChange[];
  readonly onUndo: (change: DraftChange) => void;
}

/** What a draft changes, each with a button that takes it back. */
function DraftChangeList({ changes, onUndo }: DraftChangeListProps) {
  if (changes.length === 0) return <Hint>No changes yet.</Hint>;
  return (
    <Stack gap={6} component="ul" className="plain-list" aria-label="Changes of the draft">
      {changes.map((change) => (
        <Group
          key={change.path}
          component="li"
          justify="space-between"
          wrap="nowrap"
          align="flex-start"
          gap="xs"
        >
          <div>
            {smallestChanges([change]).map(({ path, before, after }) => (
              <Text key={path} size="sm" className="anywhere" lineClamp={6}>
                <b>{pathWords(path)}</b>: {valueText(before)} → {valueText(after)}
              </Text>
            ))}
          </div>
          <Box flex="none">
            <RowButton label={`Undo ${pathWords(change.path)}`} onClick={() => onUndo(change)}>
              Undo
            </RowButton>
          </Box>
        </Group>
      ))}
    </Stack>
  );
}
