import { Paper, Text, Title } from '@mantine/core';
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
}

/** What needs a person, each as a link to exactly that; or a sentence that nothing does. */
export function NeedList({ needs, nothing }: { needs: readonly Need[]; nothing: string }) {
  if (needs.length === 0)
    return (
      <Text>
        <Sign status="FULL" /> {nothing}
      </Text>
    );
  return (
    <Paper withBorder p="md">
      <Title order={2} mb="xs">
        Needs attention
      </Title>
      <ul className="plain-list">
        {needs.map(({ text, to, search, isSevere }) => (
          <li key={text} className="anywhere need">
            <Sign status={isSevere ? 'NONE' : 'PARTIAL'} />{' '}
            {to === undefined ? (
              <Text span size="sm">
                {text}
              </Text>
            ) : (
              <TextLink to={to} {...(search && { search })} size="sm">
                {text}
              </TextLink>
            )}
          </li>
        ))}
      </ul>
    </Paper>
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
