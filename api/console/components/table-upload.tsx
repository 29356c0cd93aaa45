import { Box, Table } from '@mantine/core';
import { upload as send } from '../client/upload.ts';
import { capitalized } from '../view/capitalized.ts';
import { counted, whole } from '../view/numbers.ts';
import { stringifySearch } from '../view/search-codec.ts';
import type { Effect } from './effect-table.tsx';
import { FileStep } from './file-step.tsx';
import { Hint } from './hint.tsx';
import { MomentText } from './moment-text.tsx';
import { Panel } from './section.tsx';
import { type Asked, useChange } from './use-change.ts';

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
  const change = useChange((file: File, query) =>
    send<A>({
      path: `${path}${stringifySearch({ ...search, ...query })}`,
      type: 'text/csv',
      body: file,
      onProgress: () => {},
      signal: new AbortController().signal,
    }),
  );
  const questionOf = (file: File, answer: A): Asked => {
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
      verb: `Use these ${noun}s`,
      done: `${title} saved.`,
    };
  };
  const label = `${capitalized(noun)}s by warehouse`;
  return (
    <Panel title={title}>
      {table === null && empty !== undefined && <Hint>{empty}</Hint>}
      {table !== null && (
        <>
          <Table.ScrollContainer
            // Many warehouses scroll, so that the place to drop a file stays near.
            maxHeight="16rem"
            minWidth={0}
            maw={480}
            type="native"
            tabIndex={0}
            role="region"
            aria-label={label}
          >
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
          </Table.ScrollContainer>
          <Hint mt="xs">
            Uploaded <MomentText at={table.created_at} />
          </Hint>
        </>
      )}
      {mayChange && (
        <Box mt="sm">
          <FileStep
            label={`Drop a ${title.toLowerCase()} here`}
            hint={`CSV with the columns ${columns}. Replaces all ${noun}s of each warehouse in the file.`}
            isBusy={change.isPending}
            check={(file) => change.propose(file, (answer) => questionOf(file, answer))}
          />
        </Box>
      )}
    </Panel>
  );
}
