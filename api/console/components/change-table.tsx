import { Table } from '@mantine/core';
import { pathWords } from '../view/change-words.ts';
import { type ChangeView, smallestChanges, valueText } from '../view/changes.ts';
import { Hint } from './hint.tsx';

/** What changed: its name in words, before, after. */
export function ChangeTable({ changes }: { changes: readonly ChangeView[] }) {
  if (changes.length === 0) {
    return <Hint>No changes.</Hint>;
  }
  return (
    <Table.ScrollContainer minWidth={460} type="native">
      <Table
        aria-label="Changes"
        verticalSpacing={4}
        layout="fixed"
        className="anywhere"
        data={{
          head: ['Field', 'Before', 'After'],
          body: smallestChanges(changes).map(({ path, before, after }) => [
            pathWords(path),
            valueText(before),
            valueText(after),
          ]),
        }}
      />
    </Table.ScrollContainer>
  );
}
