import { Button, Chip, Group, Menu, Select, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useSetSearch } from '../client/address.ts';
import { fieldMoment, isMoment } from '../view/times.ts';
import { ButtonMenu } from './button-menu.tsx';
import { PlainButton } from './plain-button.tsx';
import { SavedViews } from './saved-views.tsx';

/** One filter of a list. Its name is the name of the address's parameter. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  /** Values to choose from; without them it is a text field. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** What the open list says while it has no values. */
  readonly nothingFoundMessage?: string;
  /** `date` for a day, or for the moment that a link has. */
  readonly type?: 'date' | 'text';
  /** The placeholder if nothing is chosen; `Any` without it. */
  readonly otherwise?: string;
  readonly width?: number;
  /** Its values are chips, each with this number of what it finds. */
  readonly counts?: Readonly<Record<string, string | undefined>>;
  /** Shown only if it is set, or a person adds it. */
  readonly isExtra?: boolean;
}

interface FilterBarProps {
  readonly filters: readonly Filter[];
  readonly values: Readonly<Record<string, string | undefined>>;
  /** The name of the list, if its filters can be saved. */
  readonly list?: string;
  /** The sorting that is saved with the filters. */
  readonly sort?: string | undefined;
  /** Further choices, such as that of columns. */
  readonly children?: ReactNode;
}

/** If there are more filters, all but the first are folded on a narrow screen. */
const MAX_UNFOLDED = 2;

/** Filters in a row. The choices are in the address, so that a link shows the same list. */
export function FilterBar({ filters, values, list, sort, children }: FilterBarProps) {
  const setSearch = useSetSearch();
  const set = (changes: Record<string, string | undefined>) => setSearch(changes, { replace: true });
  const [isOpen, setOpen] = useState(false);
  const chosen = filters.filter(({ name }) => values[name]).length;
  const [added, setAdded] = useState<readonly string[]>([]);
  const fields = filters.filter(({ counts }) => counts === undefined);
  const isShown = ({ name, isExtra }: Filter) =>
    !isExtra || values[name] !== undefined || added.includes(name);
  const hidden = fields.filter((filter) => !isShown(filter));
  const isFoldable = fields.length > MAX_UNFOLDED;
  const className = isFoldable && !isOpen ? 'filters-folded' : undefined;
  const chips = filters.flatMap(({ name, options = [], counts }) =>
    counts === undefined
      ? []
      : options.map(({ value, label }) => (
          <Chip
            key={`${name} ${value}`}
            size="xs"
            checked={values[name] === value}
            onChange={(isOn) => set({ [name]: isOn ? value : undefined })}
          >
            {label} <b>{counts[value]}</b>
          </Chip>
        )),
  );
  const bar = (
    <Group gap="xs" align="flex-end" role="search" className={className}>
      {fields
        .filter(isShown)
        .map((filter) =>
          filter.options ? (
            <Select
              key={filter.name}
              size="xs"
              w={filter.width ?? 150}
              label={filter.label}
              placeholder={filter.otherwise ?? 'Any'}
              clearable
              searchable={filter.options.length > 8}
              data={[...filter.options]}
              nothingFoundMessage={filter.nothingFoundMessage ?? 'No matches'}
              value={values[filter.name] ?? null}
              onChange={(value) => set({ [filter.name]: value ?? undefined })}
            />
          ) : (
            <TextFilter
              key={filter.name}
              filter={filter}
              value={values[filter.name] ?? ''}
              set={(value) => set({ [filter.name]: value === '' ? undefined : value })}
            />
          ),
        )}
      {isFoldable && (
        <PlainButton hiddenFrom="sm" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fewer filters' : `Filters${chosen > 0 ? ` (${chosen})` : ''}`}
        </PlainButton>
      )}
      {hidden.length > 0 && (
        <ButtonMenu label="More filters" size="xs" {...(!isOpen && { visibleFrom: 'sm' })}>
          {hidden.map(({ name, label }) => (
            <Menu.Item key={name} onClick={() => setAdded([...added, name])}>
              {label}
            </Menu.Item>
          ))}
        </ButtonMenu>
      )}
      {chosen > 0 && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => set(Object.fromEntries(filters.map(({ name }) => [name, undefined])))}
        >
          Clear filters
        </Button>
      )}
      {list !== undefined && (
        <SavedViews
          list={list}
          search={{ ...Object.fromEntries(filters.map(({ name }) => [name, values[name]])), sort }}
        />
      )}
      {children}
    </Group>
  );
  if (chips.length === 0) return bar;
  return (
    <Stack gap="xs">
      {bar}
      <Group gap={6} className="filter-chips">
        {chips}
      </Group>
    </Stack>
  );
}

/** A text filter, which takes effect on Enter and on blur, not with each letter. */
function TextFilter({ filter, value, set }: { filter: Filter; value: string; set: (value: string) => void }) {
  const hasTime = filter.type === 'date' && isMoment(value);
  const shown = hasTime ? fieldMoment(value) : value;
  const [draft, setDraft] = useState(shown);
  useEffect(() => setDraft(shown), [shown]);
  const send = () => {
    const given = draft.trim();
    if (given !== shown) set(hasTime && given !== '' ? new Date(given).toISOString() : given);
  };
  return (
    <TextInput
      size="xs"
      w={filter.width ?? (hasTime ? 190 : 130)}
      label={filter.label}
      type={hasTime ? 'datetime-local' : (filter.type ?? 'text')}
      value={draft}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={send}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send();
      }}
    />
  );
}
