import { Alert, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useWrite } from '../../client/operations.ts';
import { useScope } from '../../client/scope.ts';
import { useSession } from '../../client/session.ts';
import { type Column, column } from '../../components/column.ts';
import { confirm } from '../../components/confirm.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { Hint } from '../../components/hint.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { RowTable } from '../../components/row-table.tsx';
import type { Sso } from './use-sso.ts';

type SsoDomain = Sso['domains'][number];

const PROVED = { dns: '✓ verified by DNS', operator: '✓ confirmed by an operator' };

/** The mail domains of the account, and how each is proved. */
export function SsoDomains({ rows }: { rows: readonly SsoDomain[] }) {
  const check = useWrite('post', '/account/v1/sso/domains/{domain}/check', 'people');
  const prove = useWrite('post', '/account/v1/clients/{slug}/sso-domains/{domain}/prove', 'clients', {
    outdates: ['people'],
  });
  const { client } = useScope();
  const isOperator = useSession().data?.user.role === 'operator';
  const checkNow = (domain: string) =>
    check.mutate(
      { domain },
      {
        onSuccess: (found) => found?.problem === null && notifyDone(`${domain} is verified.`),
        onError: notifyFailed,
      },
    );
  const askToProve = (domain: string) =>
    confirm({
      title: `Confirm ${domain}?`,
      text: 'Its people then sign in with the provider of this client, whatever DNS says. Make sure the domain belongs to them.',
      verb: 'Confirm domain',
      act: () => prove.mutateAsync({ slug: client!, domain }),
      done: `${domain} confirmed.`,
    });
  const columns: readonly Column<SsoDomain>[] = [
    column('domain', 'Domain', ({ domain }) => domain),
    column('state', 'State', ({ proved_by }) => (proved_by === null ? '… not verified' : PROVED[proved_by])),
    column(
      'record',
      'TXT record',
      ({ record }) => (
        <Stack gap={4}>
          <Copied text={record.name} what={`the name of the record of ${record.name}`} />
          <Copied text={record.value} what={`the value of the record of ${record.name}`} />
        </Stack>
      ),
      { isWide: true },
    ),
    column('checked', 'DNS checked', ({ checked_at }) =>
      checked_at === null ? 'never' : <MomentText at={checked_at} />,
    ),
    column(
      'change',
      'Actions',
      ({ domain, proved_by }) => (
        <Group gap="xs">
          <RowButton label={`Check ${domain}`} onClick={() => checkNow(domain)}>
            Check
          </RowButton>
          {isOperator && proved_by !== 'operator' && (
            <RowButton label={`Confirm ${domain}`} onClick={() => askToProve(domain)}>
              Confirm
            </RowButton>
          )}
        </Group>
      ),
      { hasButtons: true },
    ),
  ];
  return (
    <Stack gap="xs">
      <Title order={2}>Domains</Title>
      <Hint>
        Add each TXT record at your DNS host and keep it there: it is checked daily. A domain that is not
        verified has no effect.
      </Hint>
      {check.data && check.data.problem !== null && (
        <Alert color="yellow" variant="light" title={`${check.data.domain} is not verified yet`}>
          {check.data.problem} DNS changes can take an hour.
        </Alert>
      )}
      {rows.length === 0 ? (
        <Text size="sm">No domains yet. Add one so that people can sign in with the provider.</Text>
      ) : (
        <RowTable label="Domains" columns={columns} rows={rows} idOf={({ domain }) => domain} />
      )}
    </Stack>
  );
}

/** A text to be copied elsewhere. */
export function Copied({ text, what }: { text: string; what: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code className="anywhere">{text}</Code>
      <CopyId text={text} what={what} />
    </Group>
  );
}
