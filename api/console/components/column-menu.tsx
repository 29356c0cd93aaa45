import { Button, Menu } from '@mantine/core';
import { useHiddenColumns } from '../client/preferences.ts';
import type { Column } from './column.ts';

/** The columns of a list that are shown, and the menu that chooses them. The choice is kept in this browser. */
export function useChosenColumns<T>(list: string, columns: readonly Column<T>[]) {
  const [hidden, setHidden] = useHiddenColumns(list);
  const toggle = (id: string) =>
    setHidden(hidden.includes(id) ? hidden.filter((each) => each !== id) : [...hidden, id]);
  const [first, ...others] = columns;
  const optional = others.filter(({ hasButtons }) => !hasButtons);
  const menu = (
    <Menu>
      <Menu.Target>
        <Button size="xs" variant="default">
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {optional.map(({ id, title }) => (
          <Menu.CheckboxItem
            key={id}
            checked={!hidden.includes(id)}
            onChange={() => toggle(id)}
            closeMenuOnClick={false}
          >
            {title}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
  return { columns: [first!, ...others.filter(({ id }) => !hidden.includes(id))], menu };
}
