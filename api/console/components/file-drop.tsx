import { Group, Text } from '@mantine/core';
import { Dropzone, type FileWithPath } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';

interface FileDropProps {
  readonly label: string;
  readonly hint: string;
  readonly isBusy?: boolean;
  readonly onFile: (file: FileWithPath) => void;
}

/** A place to drop a file, or to choose one. */
export function FileDrop({ label, hint, isBusy = false, onFile }: FileDropProps) {
  return (
    <Dropzone
      onDrop={([file]) => file && onFile(file)}
      multiple={false}
      loading={isBusy}
      role="button"
      aria-label={label}
      inputProps={{ 'aria-label': label }}
    >
      <Group justify="center" mih={96} className="file-drop">
        <div>
          <Text fw={600} ta="center">
            {label}
          </Text>
          <Text size="sm" c="dimmed" ta="center">
            {hint}
          </Text>
        </div>
      </Group>
    </Dropzone>
  );
}
