import { Button, Chip, Group, Menu, Select, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useSetSearch } from '../client/address.ts';
import { fieldMoment, isMoment } from '../view/times.ts';
import { ButtonMenu } from './button-menu.tsx';
import { Hint } from './hint.tsx';
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
  /** The placeholder if nothing is chosen; the label without it. */
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

/** Filters in one row. The choices are in the address, so that a link shows the same list. */
export function FilterBar({ filters, values, list, sort, children }: FilterBarProps) {
  const setSearch = useSetSearch();
  const set = (changes: Record<string, string | undefined>) => setSearch(changes, { replace: true });
  const chosen = filters.filter(({ name }) => values[name]).length;
  const [added, setAdded] = useState<readonly string[]>([]);
  const fields = filters.filter(({ counts }) => counts === undefined);
  const isShown = ({ name, isExtra }: Filter) =>
    !isExtra || values[name] !== undefined || added.includes(name);
  const hidden = fields.filter((filter) => !isShown(filter));
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
  const clear = chosen > 0 && (
    <Button
      size="compact-sm"
      variant="subtle"
      onClick={() => set(Object.fromEntries(filters.map(({ name }) => [name, undefined])))}
    >
      Clear filters
    </Button>
  );
  return (
    <Group gap="xs" role="search">
      {fields.filter(isShown).map((filter) => (
        <FilterField
          key={filter.name}
          filter={filter}
          value={values[filter.name]}
          set={(value) => set({ [filter.name]: value || undefined })}
        />
      ))}
      {hidden.length > 0 && (
        <ButtonMenu label="Add filter" size="xs">
          {hidden.map(({ name, label }) => (
            <Menu.Item key={name} onClick={() => setAdded([...added, name])}>
              {label}
            </Menu.Item>
          ))}
        </ButtonMenu>
      )}
      {chips.length === 0 && clear}
      {list !== undefined && (
        <SavedViews
          list={list}
          search={{ ...Object.fromEntries(filters.map(({ name }) => [name, values[name]])), sort }}
        />
      )}
      {children}
      {chips.length > 0 && (
        <Group gap={4} className="filter-chips">
          {chips}
          {clear}
        </Group>
      )}
    </Group>
  );
}

interface FilterFieldProps {
  readonly filter: Filter;
  readonly value: string | undefined;
  readonly set: (value: string | null) => void;
}

/** A field of a filter. Its label stands before it if the placeholder cannot say it. */
function FilterField({ filter, value, set }: FilterFieldProps) {
  const { label, width, options, otherwise, nothingFoundMessage = 'No matches' } = filter;
  const field = options ? (
    <Select
      size="xs"
      w={width ?? 150}
      aria-label={label}
      placeholder={otherwise ?? label}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      searchable={options.length > 8}
      data={[...options]}
      nothingFoundMessage={nothingFoundMessage}
      value={value ?? null}
      onChange={set}
    />
  ) : (
    <TextFilter filter={filter} value={value ?? ''} set={set} />
  );
  const isNamed = filter.type !== 'date' && !value;
  if (isNamed) return field;
  return (
    <Group gap={4} wrap="nowrap">
      <Hint size="xs">{label}</Hint>
      {field}
    </Group>
  );
}

/** A text filter, which takes effect on Enter and on blur, not with each letter. */
function TextFilter({ filter, value, set }: FilterFieldProps & { readonly value: string }) {
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
      aria-label={filter.label}
      placeholder={filter.label}
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
