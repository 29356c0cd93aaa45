import { Box, Paper, Table, Text, Title } from '@mantine/core';
import { useUndoable } from '../client/undo.ts';
import { useTableUpload } from '../client/use-table-upload.ts';
import { capitalized } from '../view/capitalized.ts';
import { counted, whole } from '../view/numbers.ts';
import type { Effect } from './effect-table.tsx';
import { FileStep } from './file-step.tsx';
import { MomentText } from './moment-text.tsx';
import classes from './table-upload.module.css';

/** How many rows of a table each warehouse has. */
export type RowCounts = readonly (readonly [warehouse: string, rows: number])[];

interface TableUploadProps<A> {
  readonly title: string;
  /** What a row is. */
  readonly noun: string;
  /** The columns of the file, as a sentence names them. */
  readonly columns: string;
  /** What was uploaded last; null: nothing. */
  readonly table: { readonly created_at: string; readonly counts: RowCounts } | null;
  /** Shown if there is no table. */
  readonly empty?: string;
  /** Why a file has no effect on orders yet. */
  readonly unused?: string | undefined;
  readonly mayChange: boolean;
  /** Where the table is uploaded to. */
  readonly path: string;
  readonly search?: Readonly<Record<string, string>>;
  /** What the account would have by warehouse, and what else would change. */
  readonly countsOf: (answer: A) => RowCounts;
  readonly effectsOf: (answer: A) => readonly Effect[];
}

/** A table that is uploaded as CSV: how many rows each warehouse has, and a place to drop a file, which is checked first. */
export function TableUpload<A extends { readonly changed: boolean }>(props: TableUploadProps<A>) {
  const { title, noun, columns, table, empty, unused, mayChange, path, search, countsOf, effectsOf } = props;
  const trial = useTableUpload<A>(path, { isTrial: true, search });
  const upload = useTableUpload<A>(path, { isTrial: false, search });
  const undoable = useUndoable();
  const check = async (file: File) => {
    const answer = (await trial.mutateAsync(file))!;
    const before = new Map(table?.counts);
    const rows = countsOf(answer).map(([warehouse, count]) => ({
      what: `${warehouse}: ${noun}s`,
      before: whole(before.get(warehouse) ?? 0),
      after: whole(count),
    }));
    return {
      title: `Use ${file.name}?`,
      text: answer.changed
        ? `The file has no faults. Its ${noun}s replace those of each warehouse in it. ${unused ?? 'They apply from the next order.'}`
        : 'Nothing would change: the account already has everything in this file.',
      effects: [...effectsOf(answer), ...rows],
      verb: 'Do it',
      done: `${title} saved.`,
      ...undoable(() => upload.mutateAsync(file)),
    };
  };
  const label = `${capitalized(noun)}s by warehouse`;
  return (
    <Paper withBorder p="md">
      <Title order={2} mb="xs">
        {title}
      </Title>
      {table === null && empty !== undefined && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      {table !== null && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
          <section className={classes.counts} tabIndex={0} aria-label={label}>
            <Table aria-label={label}>
              <Table.Tbody>
                {table.counts.map(([warehouse, rows]) => (
                  <Table.Tr key={warehouse}>
                    <Table.Td className="anywhere">{warehouse}</Table.Td>
                    <Table.Td className="num">{counted(rows, noun)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
          <Text size="sm" c="dimmed" mt="xs">
            Uploaded <MomentText at={table.created_at} />
          </Text>
        </>
      )}
      {mayChange && (
        <Box mt="sm">
          <FileStep
            label={`Drop a ${title.toLowerCase()} here`}
            hint={`CSV with the columns ${columns}. Replaces all ${noun}s of each warehouse in the file.`}
            isBusy={upload.isPending}
            check={check}
          />
        </Box>
      )}
    </Paper>
  );
}
