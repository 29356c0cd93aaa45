import { Button, Kbd, Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { type KeyboardEvent, useId, useState } from 'react';
import { useOpenPage } from '../../client/address.ts';
import { ConsoleIcon } from '../../components/console-icon.tsx';
import type { Role } from '../../view/nav.ts';
import { targetsOf } from './targets.ts';

/** The search of all pages. Ctrl K or / opens it. */
export function SearchButton({ role }: { role: Role }) {
  const [isOpen, dialog] = useDisclosure();
  useHotkeys([
    ['mod+K', dialog.open],
    ['/', dialog.open],
  ]);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={dialog.open}
        leftSection={<ConsoleIcon name="search" size={15} />}
        rightSection={<Kbd size="xs">Ctrl K</Kbd>}
        className="search-button"
      >
        Search
      </Button>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title="Search"
        padding="sm"
        yOffset="12vh"
        centered={false}
      >
        <SearchBox role={role} onDone={dialog.close} />
      </Modal>
    </>
  );
}

function SearchBox({ role, onDone }: { role: Role; onDone: () => void }) {
  const [text, setText] = useState('');
  /** The place of the active result, which Enter opens. The arrows change it, the focus stays in the field. */
  const [at, setAt] = useState(0);
  const list = useId();
  const openPage = useOpenPage();
  const targets = targetsOf(text, role);
  const open = (index: number) => {
    const target = targets[index];
    if (!target) return;
    onDone();
    void openPage(target.to, target.search);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') open(at);
    if (step === undefined) return;
    event.preventDefault();
    setAt((at + step + targets.length) % Math.max(1, targets.length));
  };
  return (
    <Stack gap="xs">
      <TextInput
        autoFocus
        data-autofocus
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={list}
        aria-activedescendant={targets.length > 0 ? `${list}-${at}` : undefined}
        aria-label="Search"
        placeholder="Order number, SKU, ZIP or page"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Stack gap="xs" role="listbox" id={list} aria-label="Results">
        {targets.map(({ label, to }, index) => (
          <UnstyledButton
            key={`${label} ${to}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            onClick={() => open(index)}
            className={index === at ? 'search-target search-target-at' : 'search-target'}
          >
            <Text size="sm" truncate>
              {label}
            </Text>
          </UnstyledButton>
        ))}
      </Stack>
    </Stack>
  );
}
