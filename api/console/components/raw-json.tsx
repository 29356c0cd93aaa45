import { Code, CopyButton, Group } from '@mantine/core';
import { PlainButton } from './plain-button.tsx';
import classes from './raw-json.module.css';

/** The raw JSON that a program gets, folded. */
export function RawJson({ title = 'Raw JSON', value }: { title?: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <details className={classes.details}>
      <summary>{title}</summary>
      <Group justify="flex-end" my="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <PlainButton size="xs" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </PlainButton>
          )}
        </CopyButton>
      </Group>
      <Code block tabIndex={0} className={classes.text}>
        {text}
      </Code>
    </details>
  );
}
