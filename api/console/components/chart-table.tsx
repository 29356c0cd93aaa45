import { VisuallyHidden } from '@mantine/core';

/** A line or the bars of a chart, by the member of its rows. */
interface Series {
  readonly name: string;
  /** If the name is not for people. */
  readonly label?: string;
}

interface ChartTableProps {
  readonly label: string;
  /** What the rows are. */
  readonly head: string;
  readonly series: readonly Series[];
  readonly rows: readonly { readonly label: string }[];
  /** In the place of a number that is missing. */
  readonly nothing: string;
}

/** A chart's numbers as a table, for screen readers. */
export function ChartTable({ label, head, series, rows, nothing }: ChartTableProps) {
  const numberOf = (row: object, name: string) => (row as Readonly<Record<string, number | null>>)[name];
  return (
    <VisuallyHidden>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {series.map(({ name, label: said = name }) => (
              <th key={name} scope="col">
                {said}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // The label of an hour may occur twice when clocks are set back.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={index}>
              <th scope="row">{row.label}</th>
              {series.map(({ name }) => (
                <td key={name}>{numberOf(row, name) ?? nothing}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
