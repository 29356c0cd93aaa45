import { Alert, Button, Table, Text } from '@mantine/core';
import { spreadsheetRow } from '../../../../shared/foundation/csv-text.ts';
import { saveAs } from '../../client/download.ts';
import { counted, whole } from '../../view/numbers.ts';
import type { Run } from './use-runs.ts';

/** The faulty orders of a run's input, by line. */
export function FaultList({ run }: { run: Run }) {
  if (run.fault_count === 0) return null;
  const faults = run.faults ?? [];
  const save = () => {
    const rows = [
      ['line', 'path', 'message'],
      ...faults.map(({ line, path, message }) => [line, path, message]),
    ];
    const text = rows.map((row) => spreadsheetRow(...row)).join('');
    saveAs(new Blob([text], { type: 'text/csv' }), `run-${run.routing_run_id}-errors.csv`);
  };
  return (
    <Alert color="yellow" variant="light" title={`${counted(run.fault_count, 'invalid order')} skipped`}>
      <Table aria-label="Errors" verticalSpacing={2}>
        <Table.Tbody>
          {faults.map(({ line, path, message }) => (
            <Table.Tr key={`${line} ${path} ${message}`}>
              <Table.Td>{line === null ? '–' : `line ${whole(line)}`}</Table.Td>
              <Table.Td>{path}</Table.Td>
              <Table.Td>{message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {faults.length < run.fault_count && (
        <Text size="xs">Only the first {whole(faults.length)} are shown.</Text>
      )}
      <Button size="xs" variant="default" mt="xs" onClick={save}>
        Download these lines (CSV)
      </Button>
    </Alert>
  );
}
