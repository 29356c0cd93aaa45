import { ActionIcon, CopyButton, Group, Text, Tooltip } from '@mantine/core';
import { shortenMiddle } from '../view/shorten.ts';
import { ConsoleIcon } from './console-icon.tsx';

/** An ID: monospaced, long ones short in the middle, with a button that copies all of it. */
export function Copyable({ text, what = 'ID', most = 28 }: { text: string; what?: string; most?: number }) {
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
      <Text component="span" ff="monospace" size="sm" title={text}>
        {shortenMiddle(text, most)}
      </Text>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
            <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Copy ${what}`} onClick={copy}>
              <ConsoleIcon name="copy" size={14} />
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
