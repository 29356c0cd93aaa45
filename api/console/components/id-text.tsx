import { Text } from '@mantine/core';
import { shortenMiddle } from '../view/shorten.ts';
import { CopyId } from './copy-id.tsx';

interface IdTextProps {
  readonly id: string;
  /** What it names: `order number`. */
  readonly what: string;
  /** The most characters that are shown. The middle of a longer ID is left out. */
  readonly most?: number;
}

/** An ID in a list, with a button that copies all of it. */
export function IdText({ id, what, most }: IdTextProps) {
  return (
    <span className="id-text">
      <IdCode id={id} {...(most !== undefined && { most })} />
      <CopyId text={id} what={`${what} ${id}`} />
    </span>
  );
}

/** The same without the button. */
export function IdCode({ id, most = 20 }: Pick<IdTextProps, 'id' | 'most'>) {
  return (
    <Text component="span" ff="monospace" size="sm" title={id}>
      {shortenMiddle(id, most)}
    </Text>
  );
}
