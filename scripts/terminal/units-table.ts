import { bar } from './bar.ts';
import type { Look } from './look.ts';
import { percent, whole } from './numbers.ts';
import { tableText } from './table.ts';

/** Units from one warehouse, or units that do not ship. */
export interface UnitsRow {
  readonly label: string;
  readonly units: number;
  /** What the units are; left out if there are too many. */
  readonly detail?: string;
  readonly missing?: boolean;
}

const BAR_WIDTH = 20;

/** A table of units, with their shares of those that ship, and bars. Units that do not ship are marked. */
export function unitsTable(rows: readonly UnitsRow[], { columns, paint }: Look): string {
  const shipped = rows.reduce((sum, { units, missing }) => sum + (missing ? 0 : units), 0);
  const shareOf = ({ units }: UnitsRow) => units / shipped;
  return tableText<UnitsRow>(
    [
      ['SHIPS FROM', ({ label, missing }) => (missing ? paint.bad(label) : label), 'shorten'],
      ['UNITS', ({ units }) => whole(units), 'right'],
      ['SHARE', (row) => (row.missing ? '' : percent(shareOf(row))), 'right'],
      ['', (row) => (row.missing ? '' : paint.good(bar(shareOf(row), BAR_WIDTH)))],
      ['', ({ detail = '' }) => detail, 'wrap'],
    ],
    rows,
    columns,
  );
}
