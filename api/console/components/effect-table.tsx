import { Table, Text } from '@mantine/core';

/** What an action changes: a fact as it is, and as it will be. */
export interface Effect {
  readonly what: string;
  /** Left out if there is nothing to compare with. */
  readonly before?: string;
  readonly after: string;
  /** It may cost money. */
  readonly isDangerous?: boolean;
}

/** Some are words. */
const WRAPS = { whiteSpace: 'normal' } as const;

/** More effects than these are counted. */
const MAX_ROWS = 14;

/** What an action changes, in numbers against now. */
export function EffectTable({ effects }: { effects: readonly Effect[] }) {
  const shown = effects.length > MAX_ROWS + 1 ? effects.slice(0, MAX_ROWS) : effects;
  // Long words need more room than numbers, so that none is broken on a telephone.
  const width = shown.some(({ before = '', after }) => /\p{L}{7}/u.test(before + after)) ? '32%' : '26%';
  return (
    <>
      <Table aria-label="What changes" verticalSpacing={4} horizontalSpacing={6} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>What changes</Table.Th>
            <Table.Th className="num" w={width}>
              Now
            </Table.Th>
            <Table.Th className="num" w={width}>
              After
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ what, before, after, isDangerous }) => (
            <Table.Tr key={what} fw={isDangerous ? 600 : undefined}>
              <Table.Td className="anywhere">
                {isDangerous && <span aria-hidden="true">⚠ </span>}
                {what}
              </Table.Td>
              <Table.Td className="num" style={WRAPS}>
                {before ?? '–'}
              </Table.Td>
              <Table.Td className="num" style={WRAPS}>
                {after}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {shown.length < effects.length && (
        <Text size="xs" c="dimmed">
          {effects.length - shown.length} more change.
        </Text>
      )}
    </>
  );
}
