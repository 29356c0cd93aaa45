import { Group, Modal, Stack, Text } from '@mantine/core';
import { useRead } from '../../client/operations.ts';
import { useEndSession } from '../../client/session.ts';
import { MomentText } from '../../components/moment-text.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { QueryView } from '../../components/query-view.tsx';

/** Where the person is signed in, with a button to end each session, and one for all. */
export function SessionsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Sessions" size="lg">
      {isOpen && <Sessions />}
    </Modal>
  );
}

function Sessions() {
  const sessions = useRead('sessions', '/account/v1/sessions', {}, { select: (answer) => answer.sessions });
  const end = useEndSession();
  return (
    <QueryView query={sessions}>
      {(rows) => (
        <Stack gap="sm">
          {rows.map(({ id, browser, address, last_seen_at, is_current }) => (
            <Group key={id} justify="space-between" wrap="nowrap">
              <div>
                <Text size="sm" className="anywhere">
                  {browser ?? 'Unknown browser'}
                </Text>
                <Text size="xs" c="dimmed">
                  {is_current ? 'This browser' : <MomentText at={last_seen_at} />}
                  {address !== null && `, ${address}`}
                </Text>
              </div>
              {!is_current && (
                <PlainButton
                  size="xs"
                  aria-label={`End session ${id}`}
                  onClick={() => end.mutate(id, { onError: notifyFailed })}
                >
                  End
                </PlainButton>
              )}
            </Group>
          ))}
          <PlainButton onClick={() => end.mutate(null, { onError: notifyFailed })}>
            Sign out everywhere
          </PlainButton>
        </Stack>
      )}
    </QueryView>
  );
}
