import { Button, Menu, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { type AddressSearch, useSetSearch } from '../client/address.ts';
import { useSavedViews } from '../client/preferences.ts';
import { ButtonMenu } from './button-menu.tsx';

interface SavedViewsProps {
  /** The name of the list. */
  readonly list: string;
  /** What the address says of the list now: every parameter that a view may have. */
  readonly search: AddressSearch;
}

const textOf = (search: AddressSearch) =>
  JSON.stringify(
    Object.entries(search)
      .filter(([, value]) => value)
      .toSorted(),
  );

/** A menu of filters and sorting that were saved under a name. They are kept in this browser, for each client. */
export function SavedViews({ list, search }: SavedViewsProps) {
  const [views, setViews] = useSavedViews(list);
  const setSearch = useSetSearch();
  const [isSaving, dialog] = useDisclosure();
  const nothing = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
  const present = textOf(search);
  const current = views.find((view) => textOf(view.search) === present);
  const save = (name: string) => {
    const chosen = Object.entries(search).filter(([, value]) => value) as [string, string][];
    setViews([...views.filter((view) => view.name !== name), { name, search: Object.fromEntries(chosen) }]);
    dialog.close();
  };
  return (
    <>
      <ButtonMenu label={current ? `View: ${current.name}` : 'Views'} size="xs">
        {views.map((view) => (
          <Menu.Item key={view.name} onClick={() => setSearch({ ...nothing, ...view.search })}>
            {view.name}
          </Menu.Item>
        ))}
        {views.length > 0 && <Menu.Divider />}
        {current ? (
          <Menu.Item onClick={() => setViews(views.filter((view) => view !== current))}>
            Delete “{current.name}”
          </Menu.Item>
        ) : (
          <Menu.Item disabled={textOf({}) === present} onClick={dialog.open}>
            Save this view…
          </Menu.Item>
        )}
      </ButtonMenu>
      <Modal opened={isSaving} onClose={dialog.close} title="Save this view">
        <NameForm onSave={save} />
      </Modal>
    </>
  );
}

function NameForm({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(name.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="Filters and sort order are saved in this browser only."
          required
          pattern=".*\S.*"
          maxLength={60}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit">Save</Button>
      </Stack>
    </form>
  );
}
