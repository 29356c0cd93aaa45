import { type ButtonProps, Menu, type MenuProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { PlainButton } from './plain-button.tsx';

interface ButtonMenuProps extends ButtonProps, Pick<MenuProps, 'position'> {
  readonly label: string;
  /** The items. */
  readonly children: ReactNode;
}

/** A button that opens a menu. */
export function ButtonMenu({ label, position = 'bottom', children, ...button }: ButtonMenuProps) {
  return (
    <Menu position={position}>
      <Menu.Target>
        <PlainButton {...button}>{label}</PlainButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
