import { Group, Stack, Text } from '@mantine/core';
import { Dropzone, type FileWithPath } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { Hint } from './hint.tsx';
import { PlainButton } from './plain-button.tsx';

interface FileDropProps {
  readonly label: string;
  readonly hint: string;
  readonly isBusy?: boolean;
  readonly onFile: (file: FileWithPath) => void;
}

/** A place to drop a file. A click anywhere in it, also on its button, opens the choice of a file. */
export function FileDrop({ label, hint, isBusy = false, onFile }: FileDropProps) {
  return (
    <Dropzone
      onDrop={([file]) => file && onFile(file)}
      multiple={false}
      loading={isBusy}
      activateOnKeyboard={false}
      inputProps={{ 'aria-label': label }}
    >
      <Group justify="center" mih={96}>
        <Stack gap="xs" align="center">
          <Text fw={600} ta="center">
            {label}
          </Text>
          <Hint ta="center">{hint}</Hint>
          <PlainButton size="xs">Choose a file</PlainButton>
        </Stack>
      </Group>
    </Dropzone>
  );
}
