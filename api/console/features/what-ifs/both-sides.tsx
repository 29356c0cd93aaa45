import { Accordion, Stack, Text } from '@mantine/core';
import { useWarehouseName } from '../../client/warehouses.ts';
import { type Column, column } from '../../components/column.ts';
import { Hint } from '../../components/hint.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { inCurrency, share } from '../../view/numbers.ts';
import { STATUS_LOOKS, themed } from '../../view/statuses.ts';
import { useCurrency } from '../rates/use-rates.ts';
import {
  COST_FIGURES,
  differenceText,
  FIGURES,
  type Figure,
  figureText,
  hasCosts,
  judged,
  MAIN_FIGURES,
  resultOf,
  verdict,
  warehouseRows,
} from './figures.ts';
import type { WhatIf } from './use-what-ifs.ts';
import { isCompared, signed } from './what-if-text.ts';

const BOLD = { style: { fontWeight: 600 } };

/** Both sides of a what-if: a verdict and the figures that matter first; all others and the warehouses are folded. */
export function BothSides({ whatIf }: { whatIf: WhatIf }) {
  const { baseline, draft } = whatIf;
  const currency = useCurrency(hasCosts(whatIf));
  const all = hasCosts(whatIf) ? [...FIGURES, ...COST_FIGURES] : FIGURES;
  const parts = [
    ['All figures', <Figures key="figures" whatIf={whatIf} label="Figures of both sides" figures={all} />],
    ['Units by warehouse', <Warehouses key="warehouses" whatIf={whatIf} />],
  ] as const;
  return (
    <Stack gap="md">
      <Text size="xl" fw={600} className="anywhere">
        {isCompared(whatIf)
          ? verdict(resultOf(baseline), resultOf(draft), currency)
          : 'Nothing is compared yet.'}
      </Text>
      <Figures
        whatIf={whatIf}
        label="Main figures"
        figures={MAIN_FIGURES.filter((figure) => all.includes(figure))}
      />
      <Accordion multiple variant="contained" keepMounted={false}>
        {parts.map(([title, content]) => (
          <Accordion.Item key={title} value={title.replaceAll(' ', '-')}>
            <Accordion.Control>{title}</Accordion.Control>
            <Accordion.Panel>{content}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}

interface FiguresProps {
  readonly whatIf: WhatIf;
  readonly label: string;
  readonly figures: readonly Figure[];
}

function Figures({ whatIf, label, figures }: FiguresProps) {
  const { baseline, draft } = whatIf;
  const differenceOf = (figure: Figure) => differenceText(figure, baseline, draft);
  const currency = useCurrency(hasCosts(whatIf));
  const nameOf = ({ name, isAmount }: Figure) => (isAmount ? inCurrency(name, currency) : name);
  const columns: readonly Column<Figure>[] = [
    column('name', 'Figure', nameOf, { isWide: true }),
    column('now', 'Now', (figure) => figureText(figure, baseline), { numeric: true }),
    column('draft', 'Draft', (figure) => figureText(figure, draft), { numeric: true }),
    column('by', 'Difference', (figure) => <Difference figure={figure} whatIf={whatIf} />, {
      numeric: true,
      isWide: true,
    }),
  ];
  return (
    <RowTable
      label={label}
      columns={columns}
      rows={figures}
      idOf={({ name }) => name}
      rowProps={(figure) => (differenceOf(figure) === 'same' ? {} : BOLD)}
    />
  );
}

/** How a figure differs, and whether that is better or worse: by a word, and in its colour. */
function Difference({ figure, whatIf: { baseline, draft } }: { figure: Figure; whatIf: WhatIf }) {
  const judgement = judged(figure, baseline, draft);
  const look = STATUS_LOOKS[judgement === 'better' ? 'FULL' : 'NONE'];
  return (
    <span style={judgement === null ? {} : { color: themed(look.ink) }}>
      {differenceText(figure, baseline, draft)}
      {judgement && ` ${judgement}`}
    </span>
  );
}

type WarehouseRow = ReturnType<typeof warehouseRows>[number];

function Warehouses({ whatIf: { baseline, draft } }: { whatIf: WhatIf }) {
  const nameOf = useWarehouseName();
  const columns: readonly Column<WarehouseRow>[] = [
    column(
      'warehouse',
      'Warehouse',
      ({ warehouse_id }) => <span title={warehouse_id}>{nameOf(warehouse_id)}</span>,
      { isWide: true },
    ),
    column('now', 'Now', ({ now }) => share(now.units, baseline.units_shipped), { numeric: true }),
    column('draft', 'Draft', ({ drafted }) => share(drafted.units, draft.units_shipped), { numeric: true }),
    column('units', 'Units', ({ now, drafted }) => signed(drafted.units - now.units), { numeric: true }),
    column('shipments', 'Shipments', ({ now, drafted }) => signed(drafted.shipments - now.shipments), {
      numeric: true,
    }),
  ];
  const rows = warehouseRows({ baseline, draft });
  if (rows.length === 0) return <Hint>No shipments.</Hint>;
  return (
    <RowTable
      label="Units by warehouse"
      columns={columns}
      rows={rows}
      idOf={({ warehouse_id }) => warehouse_id}
      rowProps={({ now, drafted }) => (now.units === drafted.units ? {} : BOLD)}
    />
  );
}
