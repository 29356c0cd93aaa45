import { Button, Combobox, Kbd, Modal, Stack, Text, TextInput, useCombobox } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useEffect, useState } from 'react';
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

/** The search field and its results. The arrows move between the results, Enter opens one. */
function SearchBox({ role, onDone }: { role: Role; onDone: () => void }) {
  const [text, setText] = useState('');
  const openPage = useOpenPage();
  const results = useCombobox({ opened: true });
  const targets = targetsOf(text, role);
  const open = (index: string) => {
    const { to, search } = targets[Number(index)]!;
    onDone();
    void openPage(to, search);
  };
  // The first result is the most likely one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store of the results stays the same
  useEffect(() => {
    results.selectFirstOption();
  }, [text]);
  return (
    <Combobox store={results} onOptionSubmit={open}>
      <Stack gap="xs">
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            role="combobox"
            aria-label="Search"
            placeholder="Order number, SKU, ZIP or page"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options aria-label="Results">
          {targets.map(({ label, to }, index) => (
            <Combobox.Option key={`${label} ${to}`} value={String(index)}>
              <Text size="sm" truncate>
                {label}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Stack>
    </Combobox>
  );
}
