import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** A remark, less important than the text around it. */
export function Hint(props: TextProps & { readonly children: ReactNode }) {
  return <Text size="sm" c="dimmed" {...props} />;
}
