import { List } from '@mantine/core';
import { Hint } from '../../components/hint.tsx';
import { Section } from '../../components/section.tsx';
import { nameList } from '../../view/name-list.ts';
import { whole } from '../../view/numbers.ts';
import { duration } from '../../view/times.ts';

interface Queue {
  readonly name: string;
  readonly paused: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly oldest_waiting_seconds: number;
}

/** BullMQ's states in words. Jobs that are done are not shown. */
const STATES: Readonly<Record<string, string>> = {
  active: 'running',
  waiting: 'waiting',
  prioritized: 'waiting',
  paused: 'waiting for the queue to be resumed',
  delayed: 'waiting for a later time',
  'waiting-children': 'waiting for others',
  failed: 'failed',
};

/** The queues that have jobs, each in words; the others by name. */
export function Queues({ queues }: { queues: readonly Queue[] }) {
  const shown = queues.map((queue) => ({ ...queue, words: wordsOf(queue) }));
  const busy = shown.filter(({ words, paused }) => words !== '' || paused);
  const idle = shown.filter((queue) => !busy.includes(queue)).map(({ name }) => name);
  return (
    <Section title="Queues">
      {busy.length > 0 && (
        <List size="sm">
          {busy.map(({ name, paused, words }) => (
            <List.Item key={name}>
              <b>{name}</b>
              {paused && ', paused until an operator resumes it in Bull Board'}: {words || 'no jobs'}
            </List.Item>
          ))}
        </List>
      )}
      {idle.length > 0 && <Hint>Idle: {nameList(idle)}.</Hint>}
    </Section>
  );
}

function wordsOf({ counts, oldest_waiting_seconds: seconds }: Queue): string {
  const byWords = new Map<string, number>();
  for (const [state, words] of Object.entries(STATES))
    byWords.set(words, (byWords.get(words) ?? 0) + (counts[state] ?? 0));
  const parts = [...byWords].filter(([, jobs]) => jobs > 0).map(([words, jobs]) => `${whole(jobs)} ${words}`);
  if (seconds > 0) parts.push(`the oldest has waited ${duration(seconds * 1000)}`);
  return parts.join(', ');
}
