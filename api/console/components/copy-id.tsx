import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { ConsoleIcon } from './console-icon.tsx';

/** A button that copies the text beside it. */
export function CopyId({ text, what = 'ID' }: { text: string; what?: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Copy ${what}`} onClick={copy}>
            <ConsoleIcon name="copy" size={14} />
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
