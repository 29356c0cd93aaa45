import { Checkbox, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AccountToken, ApiKey } from './use-people.ts';

/** What a person made: keys, tokens and invitations, and whether the keys end with them. */
export function MadeBy({
  keys,
  tokens,
  invitations,
  onChoose,
}: {
  keys: readonly ApiKey[];
  tokens: readonly AccountToken[];
  invitations: readonly string[];
  onChoose: (endsKeys: boolean) => void;
}) {
  const [endsKeys, setEndsKeys] = useState(false);
  const choose = (chosen: boolean) => {
    setEndsKeys(chosen);
    onChoose(chosen);
  };
  return (
    <Stack gap="xs">
      {tokens.length > 0 && (
        <>
          <Text size="sm">Account tokens that stop working:</Text>
          <Names names={tokens.map(({ name }) => name)} />
        </>
      )}
      {invitations.length > 0 && (
        <>
          <Text size="sm">Invitations that are withdrawn:</Text>
          <Names names={invitations} />
        </>
      )}
      {keys.length > 0 && (
        <>
          <Text size="sm">API keys they created:</Text>
          <Names names={keys.map(({ name, environment }) => `${name} (${environment})`)} />
          <Checkbox
            label={`End ${keys.length === 1 ? 'this key' : `these ${keys.length} keys`} too`}
            description="Systems that use them stop working at once."
            checked={endsKeys}
            onChange={({ currentTarget }) => choose(currentTarget.checked)}
          />
        </>
      )}
    </Stack>
  );
}

/** At most so many names are listed. */
const MAX_NAMES = 8;

function Names({ names }: { names: readonly string[] }) {
  const more = names.length - MAX_NAMES;
  return (
    <List size="sm">
      {names.slice(0, MAX_NAMES).map((name) => (
        <List.Item key={name}>{name}</List.Item>
      ))}
      {more > 0 && <List.Item>and {more} more, under API access</List.Item>}
    </List>
  );
}
