import { Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useOpenPage } from '../client/address.ts';
import { useRecentTargets } from '../client/preferences.ts';
import type { Role } from './nav.ts';
import { type Target, targetsOf, withRecent } from './search-targets.ts';
import { useFoundThings } from './use-found-things.ts';
import { useLookedUp } from './use-looked-up.ts';

/** So many are kept. */
const MAX_RECENT = 5;

interface SearchDialogProps {
  readonly role: Role;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The search of all pages. */
export function SearchDialog({ role, isOpen, onClose }: SearchDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Search" padding="sm" yOffset="12vh" centered={false}>
      <SearchBox role={role} onDone={onClose} />
    </Modal>
  );
}

function SearchBox({ role, onDone }: { role: Role; onDone: () => void }) {
  const [text, setText] = useState('');
  /** The place of the active result, which Enter opens. The arrows change it, the focus stays in the field. */
  const [at, setAt] = useState(0);
  const list = useId();
  const openPage = useOpenPage();
  const { lookedUp, isAwaited } = useLookedUp(role, text);
  const [recent, setRecent] = useRecentTargets<Target>();
  const found = targetsOf(text, role, { ...useFoundThings(role), lookedUp });
  const targets = text.trim() === '' ? withRecent(recent, found) : found;
  /** Enter opens what the whole text means, as soon as that is known. */
  const [isEntered, setEntered] = useState(false);
  const open = (index: number) => {
    const target = targets[index];
    if (!target) return;
    setRecent(withRecent([target], recent).slice(0, MAX_RECENT));
    onDone();
    void openPage(target.to, target.search);
  };
  useEffect(() => {
    if (!isEntered || isAwaited) return;
    setEntered(false);
    open(at);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') setEntered(true);
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
        placeholder="Order, SKU, warehouse, run, rule, page, or release SO-17"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setEntered(false);
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
