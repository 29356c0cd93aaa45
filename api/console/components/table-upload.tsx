import { Alert, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { counted } from '../view/numbers.ts';
import { ErrorNote } from './error-note.tsx';
import { FileDrop } from './file-drop.tsx';
import { MomentText } from './moment-text.tsx';
import classes from './table-upload.module.css';

/** How many rows of a table each warehouse has. */
export type RowCounts = readonly (readonly [warehouse: string, rows: number])[];

interface TableUploadProps {
  readonly title: string;
  /** What a row is. */
  readonly noun: string;
  /** The columns of the file, as a sentence names them. */
  readonly columns: string;
  /** What was uploaded last; null: nothing. */
  readonly table: { readonly created_at: string; readonly counts: RowCounts } | null;
  /** Shown if there is no table. */
  readonly empty?: string;
  readonly mayChange: boolean;
  readonly upload: {
    readonly mutate: (file: File) => void;
    readonly isPending: boolean;
    readonly error: Error | null;
  };
  /** What the upload did. */
  readonly done: string | undefined;
}

/** A table that is uploaded as CSV: how many rows each warehouse has, and a place to drop a file. */
export function TableUpload({
  title,
  noun,
  columns,
  table,
  empty,
  mayChange,
  upload,
  done,
}: TableUploadProps) {
  const label = `${noun[0]!.toUpperCase()}${noun.slice(1)}s by warehouse`;
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
        <Stack mt="sm">
          <FileDrop
            label={`Drop a ${title.toLowerCase()} here`}
            hint={`CSV with the columns ${columns}. Replaces all ${noun}s of each warehouse in the file.`}
            isBusy={upload.isPending}
            onFile={upload.mutate}
          />
          {upload.error && <ErrorNote error={upload.error} />}
          {done !== undefined && (
            <Alert color="green" variant="light" role="status">
              {done}
            </Alert>
          )}
        </Stack>
      )}
    </Paper>
  );
}

/** Counts in a sentence: `EWR1: 12 lanes, ATL1: 1 lane`. */
export function countsText(counts: RowCounts, noun: string): string {
  return counts.map(([warehouse, rows]) => `${warehouse}: ${counted(rows, noun)}`).join(', ');
}
