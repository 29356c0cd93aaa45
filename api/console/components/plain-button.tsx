import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';

/** A button that is not the main one of its place. */
export function PlainButton(
  props: ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>,
) {
  return <Button variant="default" {...props} />;
}
