import { List } from '@mantine/core';
import { LinkedSentence } from '../../components/linked-sentence.tsx';
import { whole } from '../../view/numbers.ts';
import type { BulkAction } from './use-bulk-actions.ts';

/** The number of orders of each outcome, and the failures. */
export function TallyList({ action: { action, progress, failures } }: { action: BulkAction }) {
  const isRelease = action === 'release';
  const lines: readonly (readonly [count: number, words: string])[] = [
    [progress.orders_done, isRelease ? 'released' : 'rerouted'],
    [
      progress.orders_unchanged,
      isRelease ? 'unchanged: no reserved units' : 'unchanged: rerouting would not improve them',
    ],
    [progress.orders_skipped, 'skipped: no longer match'],
    [progress.orders_failed, 'failed'],
  ];
  const unlisted = progress.orders_failed - failures.length;
  return (
    <List size="sm">
      {lines
        .filter(([count]) => count > 0)
        .map(([count, words]) => (
          <List.Item key={words}>
            {whole(count)} {words}
          </List.Item>
        ))}
      {failures.map(({ order_id, detail }) => (
        <List.Item key={order_id}>
          <b className="anywhere">{order_id}</b> <LinkedSentence text={detail} />
        </List.Item>
      ))}
      {unlisted > 0 && <List.Item>and {whole(unlisted)} more</List.Item>}
    </List>
  );
}
