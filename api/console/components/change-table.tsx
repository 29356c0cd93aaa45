import { Table, Text } from '@mantine/core';
import { pathWords } from '../view/change-words.ts';
import { type ChangeView, smallestChanges, valueText } from '../view/changes.ts';

/** What changed: its name, before, after. `hasPaths`: it is named as the account file names it. */
export function ChangeTable({ changes, hasPaths }: { changes: readonly ChangeView[]; hasPaths?: true }) {
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No changes.
      </Text>
    );
  }
  return (
    <Table.ScrollContainer minWidth={460} type="native">
      <Table aria-label="Changes" verticalSpacing={4} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            <Table.Th>Before</Table.Th>
            <Table.Th>After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {smallestChanges(changes).map(({ path, before, after }) => (
            <Table.Tr key={path}>
              <Table.Td className="anywhere">{hasPaths ? path : pathWords(path)}</Table.Td>
              <Table.Td className="anywhere">{valueText(before)}</Table.Td>
              <Table.Td className="anywhere">{valueText(after)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
