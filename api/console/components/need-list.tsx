import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { counted } from '../view/numbers.ts';
import { STATUS_LOOKS, themed } from '../view/statuses.ts';
import { TextLink } from './page-link.tsx';

/** Something that is wrong, in a sentence that begins with its number, and the page that shows exactly that. */
export interface Need {
  readonly text: string;
  /** Left out if the same page shows it. */
  readonly to?: string;
  readonly search?: Readonly<Record<string, string>>;
  /** Something does not work, or nothing ships. */
  readonly isSevere?: boolean;
  /** What is at stake, and what makes most of it. */
  readonly details?: readonly string[];
  /** The one thing to do. */
  readonly action?: ReactNode;
}

interface NeedListProps {
  readonly title?: string;
  readonly needs: readonly Need[];
  readonly nothing: string;
}

/** So many are shown at once. */
const FIRST = 5;

/** What needs a person, each as a link to exactly that; or a sentence that nothing does. */
export function NeedList({ title = 'Needs attention', needs, nothing }: NeedListProps) {
  const [isWhole, showWhole] = useState(false);
  if (needs.length === 0)
    return (
      <Text>
        <Sign status="FULL" /> {nothing}
      </Text>
    );
  const rest = isWhole ? 0 : needs.length - FIRST;
  return (
    <Paper withBorder p="md" pb="xs">
      <Title order={2}>{title}</Title>
      <ul className="plain-list">
        {needs.slice(0, isWhole ? undefined : FIRST).map((need) => (
          <NeedRow key={need.text} {...need} />
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => showWhole(true)}>
          Show {counted(rest, 'other')}
        </Button>
      )}
    </Paper>
  );
}

function NeedRow({ text, to, search, isSevere, details = [], action }: Need) {
  return (
    <li className="anywhere need">
      <Sign status={isSevere ? 'NONE' : 'PARTIAL'} />
      <Stack gap={0}>
        {to === undefined ? (
          <Text span size="sm">
            {text}
          </Text>
        ) : (
          <TextLink to={to} {...(search && { search })} size="sm">
            {text}
          </TextLink>
        )}
        {details.length > 0 && (
          <Text size="xs" c="dimmed">
            {details.filter(Boolean).join(' · ')}
          </Text>
        )}
      </Stack>
      {action && <Group gap="xs">{action}</Group>}
    </li>
  );
}

function Sign({ status }: { status: keyof typeof STATUS_LOOKS }) {
  const { ink, sign } = STATUS_LOOKS[status];
  return (
    <span aria-hidden="true" style={{ color: themed(ink) }}>
      {sign}
    </span>
  );
}
