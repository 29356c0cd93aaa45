import { Alert, Button, Code, CopyButton, Group, Stack } from '@mantine/core';
import { useUnsavedForm } from './form-modal.tsx';
import { PlainButton } from './plain-button.tsx';

/** A secret that is never shown again. Only Done closes its dialog without a question. */
export function SecretOnce({ secret, onDone }: { secret: string; onDone: () => void }) {
  useUnsavedForm(() => true, 'secret');
  return (
    <Stack gap="sm">
      <Alert color="yellow" variant="light" title="Copy it now">
        You will not be able to see it again.
      </Alert>
      <Code block aria-label="Secret" tabIndex={0} className="anywhere">
        {secret}
      </Code>
      <Group justify="flex-end">
        <CopyButton value={secret}>
          {({ copied, copy }) => <PlainButton onClick={copy}>{copied ? 'Copied' : 'Copy'}</PlainButton>}
        </CopyButton>
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
