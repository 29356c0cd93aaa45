import { Menu } from '@mantine/core';
import { spreadsheetRow } from '../../../shared/foundation/csv-text.ts';
import { saveAs } from '../client/download.ts';
import { useToggledColumns } from '../client/preferences.ts';
import { counted } from '../view/numbers.ts';
import { ButtonMenu } from './button-menu.tsx';
import type { Column } from './column.ts';

/**
 * The columns of a list that are shown, and the menu that chooses them and saves or prints what is seen: `rows`. The
 * choice is kept in this browser.
 */
export function useChosenColumns<T>(list: string, columns: readonly Column<T>[], rows: readonly T[]) {
  const [toggled, setToggled] = useToggledColumns(list);
  const toggle = (id: string) =>
    setToggled(toggled.includes(id) ? toggled.filter((each) => each !== id) : [...toggled, id]);
  const isShown = ({ id, isExtra = false }: Column<T>) => isExtra === toggled.includes(id);
  const [first, ...others] = columns;
  const optional = others.filter(({ hasButtons }) => !hasButtons);
  const shown = [first!, ...others.filter(isShown)];
  const menu = (
    <ButtonMenu label="Columns" size="xs">
      <Menu.Item onClick={() => saveRows(list, shown, rows)}>
        Download {counted(rows.length, 'row')} as CSV
      </Menu.Item>
      <Menu.Item onClick={() => window.print()}>Print</Menu.Item>
      <Menu.Divider />
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
    </ButtonMenu>
  );
  return { columns: shown, menu };
}

/** Saves rows of a list as CSV, with its columns. */
export function saveRows<T>(list: string, columns: readonly Column<T>[], rows: readonly T[]): void {
  const saved = columns.filter(({ hasButtons }) => !hasButtons);
  const text = [
    spreadsheetRow(...saved.map(({ title }) => title)),
    ...rows.map((row) => spreadsheetRow(...saved.map((column) => csvOf(column, row)))),
  ];
  saveAs(new Blob(text, { type: 'text/csv' }), `${list}.csv`);
}

function csvOf<T>({ csv, cell }: Column<T>, row: T) {
  if (csv) return csv(row);
  const content = cell(row);
  return typeof content === 'number' || (typeof content === 'string' && content !== '–') ? content : null;
}
