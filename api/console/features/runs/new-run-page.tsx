import { Alert, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { ORDER_LAYOUT } from '../../../../shared/contracts/intake/csv-columns.ts';
import { CsvRows } from '../../../../shared/contracts/intake/csv-rows.ts';
import { useScope } from '../../client/scope.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { FaultTable } from '../../components/fault-table.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { Page } from '../../components/page.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { Section } from '../../components/section.tsx';
import { bytes, counted, whole } from '../../view/numbers.ts';
import type { CheckedFile, FileFormat } from './check-file.ts';
import { useNewRun } from './use-new-run.ts';

const PREVIEW_ROWS = 8;

const REQUIRED = ORDER_LAYOUT.required.flat();
const OPTIONAL = Object.keys(ORDER_LAYOUT.columns).filter((column) => !REQUIRED.includes(column as never));

/** Starts a run from a file. Its content and its faults are shown before anything is sent. */
export function NewRunPage() {
  const { step, choose, send, abort, reset } = useNewRun();
  const isTest = useScope().environment === 'test';
  return (
    <Page
      title="New run"
      lead="Upload a CSV file with one row per order line, or an NDJSON file with one order per line. The file is checked in your browser before it is uploaded."
    >
      {(step.name === 'empty' || step.name === 'reading') && (
        <FileDrop
          label="Drop an order file here"
          hint={`CSV with the columns ${REQUIRED.join(', ')}, and optionally ${OPTIONAL.join(', ')}; or NDJSON.`}
          isBusy={step.name === 'reading'}
          onFile={choose}
        />
      )}
      {step.name === 'refused' && (
        <Stack>
          <ErrorNote error={step.error} />
          <Group>
            <PlainButton onClick={reset}>Choose another file</PlainButton>
          </Group>
        </Stack>
      )}
      {step.name === 'checked' && (
        <Stack>
          <Text>
            <b>{step.file.name}</b>, {bytes(step.file.size)}: {counted(step.checked.orders, 'order')}
            {step.checked.faulty > 0 && `, ${counted(step.checked.faulty, 'invalid order')}`}.
          </Text>
          <Known known={step.known} checked={step.checked} isTest={isTest} />
          <Faults checked={step.checked} />
          <Group>
            {step.checked.orders > 0 && (
              <Button onClick={() => send(step)}>
                Route {counted(step.checked.orders, 'order')}
                {step.checked.faulty > 0 && ' and skip invalid ones'} in {isTest ? 'Test' : 'Live'}
              </Button>
            )}
            <PlainButton onClick={reset}>Choose another file</PlainButton>
          </Group>
          <Preview checked={step.checked} format={step.format} />
        </Stack>
      )}
      {step.name === 'sending' && (
        <Paper withBorder p="md">
          <Text size="sm" mb="xs">
            Uploading {step.file.name}: {Math.round(step.sent * 100)}% of {bytes(step.file.size)}
          </Text>
          <Progress value={step.sent * 100} aria-label="Upload" />
          <PlainButton mt="md" onClick={abort}>
            Cancel
          </PlainButton>
        </Paper>
      )}
    </Page>
  );
}

interface KnownProps {
  readonly known: number | null;
  readonly checked: CheckedFile;
  readonly isTest: boolean;
}

/** Whether the orders of the file were decided before: routed again, they take units anew. */
function Known({ known, checked: { orders, orderIds }, isTest }: KnownProps) {
  if (orders === 0) return null;
  const where = isTest ? 'Test' : 'Live';
  if (known === null) return <Text size="sm">Could not check whether {where} already has these orders.</Text>;
  if (known === 0) return <Text size="sm">{where} has none of these orders yet.</Text>;
  const of =
    orderIds.length < orders ? `the first ${whole(orderIds.length)} orders` : counted(orders, 'order');
  return (
    <Alert color="yellow" variant="light" title={`${where} has ${whole(known)} of ${of} already`}>
      They will be routed again. The new decision replaces the earlier one.
    </Alert>
  );
}

function Faults({ checked }: { checked: CheckedFile }) {
  if (checked.faults.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title="Errors in this file">
      <FaultTable faults={checked.faults} />
    </Alert>
  );
}

function Preview({ checked, format }: { checked: CheckedFile; format: FileFormat }) {
  const rows =
    format === 'csv'
      ? new CsvRows()
          .feed(checked.firstLines.map((text, index) => ({ text, number: index + 1, fault: null })))
          .slice(0, PREVIEW_ROWS + 1)
          .map(({ fields }) => fields)
      : [['order'], ...checked.firstLines.slice(0, PREVIEW_ROWS).map((line) => [line])];
  const [head = [], ...body] = rows;
  const columns = head.map((title, at) => ({ id: title, title, cell: ({ cells }: PreviewRow) => cells[at] }));
  return (
    <Section title="Preview">
      <RowTable
        label="Preview"
        columns={columns}
        rows={body.map((cells, line) => ({ cells, line }))}
        idOf={({ line }) => String(line)}
      />
    </Section>
  );
}

interface PreviewRow {
  readonly cells: readonly string[];
  readonly line: number;
}
