import { List } from '@mantine/core';
import { LinkedSentence } from '../../../components/linked-sentence.tsx';
import { whole } from '../../../view/numbers.ts';
import type { Tally } from './act-on-all.ts';
import type { MatchingKind } from './use-matching.ts';

/** The number of orders with an outcome. */
export const handled = ({ done, left, no_match, failed }: Tally) => done + left + no_match + failed;

/** The number of orders of each outcome, and the failures. */
export function TallyList({ kind, tally }: { kind: MatchingKind; tally: Tally }) {
  const { done, left, no_match, failed, failures } = tally;
  const lines: readonly (readonly [count: number, words: string])[] = [
    [done, kind === 'release' ? 'released' : 'routed again'],
    [left, kind === 'release' ? 'held nothing any more' : 'left as they were: it would be worse'],
    [no_match, 'left as they were: the filter matches them no more'],
    [failed, 'refused'],
  ];
  return (
    <List size="sm">
      {lines
        .filter(([count]) => count > 0)
        .map(([count, words]) => (
          <List.Item key={words}>
            {whole(count)} {words}
          </List.Item>
        ))}
      {failures.map(({ order_id, sentence }) => (
        <List.Item key={order_id}>
          <b className="anywhere">{order_id}</b> <LinkedSentence text={sentence} />
        </List.Item>
      ))}
    </List>
  );
}
