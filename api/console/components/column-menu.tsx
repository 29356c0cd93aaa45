import { Button, Menu } from '@mantine/core';
import { useToggledColumns } from '../client/preferences.ts';
import type { Column } from './column.ts';

/** The columns of a list that are shown, and the menu that chooses them. The choice is kept in this browser. */
export function useChosenColumns<T>(list: string, columns: readonly Column<T>[]) {
  const [toggled, setToggled] = useToggledColumns(list);
  const toggle = (id: string) =>
    setToggled(toggled.includes(id) ? toggled.filter((each) => each !== id) : [...toggled, id]);
  const isShown = ({ id, isExtra = false }: Column<T>) => isExtra === toggled.includes(id);
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
        {optional.map((column) => (
          <Menu.CheckboxItem
            key={column.id}
            checked={isShown(column)}
            onChange={() => toggle(column.id)}
            closeMenuOnClick={false}
          >
            {column.title}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
  return { columns: [first!, ...others.filter(isShown)], menu };
}
