import { Table, Text } from '@mantine/core';
import type { Fault } from '../client/service-error.ts';
import { whole } from '../view/numbers.ts';
import classes from './data-table.module.css';
import { LinkedSentence } from './linked-sentence.tsx';

/** A table of faults by place. */
export function FaultTable({ faults }: { faults: readonly Fault[] }) {
  return (
    <>
      <Table aria-label="Errors" verticalSpacing={2} className={classes.cards}>
        <Table.Tbody>
          {faults.map(({ path, message }) => (
            <Table.Tr key={`${path} ${message}`}>
              <Table.Td fw={600} w="12rem" data-wide>
                {path}
              </Table.Td>
              <Table.Td data-wide>
                <LinkedSentence text={message} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {faults.length >= 100 && <Text size="xs">Only the first {whole(faults.length)} are shown.</Text>}
    </>
  );
}
