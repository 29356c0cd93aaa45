import { Grid, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWarehouses } from '../../client/warehouses.ts';
import type { Column } from '../../components/column.ts';
import { RowTable } from '../../components/row-table.tsx';
import { StatusBar } from '../../components/status-bar.tsx';
import { inCurrency, share } from '../../view/numbers.ts';
import { useCurrency } from '../rates/use-rates.ts';
import {
  COST_FIGURES,
  differenceText,
  FIGURES,
  type Figure,
  figureText,
  hasCosts,
  warehouseRows,
} from './figures.ts';
import { FlowMap } from './flow-map.tsx';
import type { WhatIf } from './use-what-ifs.ts';
import { signed } from './what-if-text.ts';

const BOLD = { style: { fontWeight: 600 } };

/** Both sides of a what-if: figures, outcomes, warehouses, and a map. */
export function BothSides({ whatIf }: { whatIf: WhatIf }) {
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Stack gap="md">
          <Part title="Outcomes">
            {(['baseline', 'draft'] as const).map((side) => (
              <div key={side}>
                <Text size="sm">{side === 'baseline' ? 'Now' : 'With the draft'}</Text>
                <StatusBar counts={whatIf[side]} isTall />
              </div>
            ))}
          </Part>
          <Part title="Figures">
            <Figures whatIf={whatIf} />
          </Part>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Stack gap="md">
          <Part title="Units by warehouse">
            <Warehouses whatIf={whatIf} />
          </Part>
          <FlowMap whatIf={whatIf} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Title order={2}>{title}</Title>
        {children}
      </Stack>
    </Paper>
  );
}

function Figures({ whatIf }: { whatIf: WhatIf }) {
  const { baseline, draft } = whatIf;
  const differenceOf = (figure: Figure) => differenceText(figure, baseline, draft);
  const currency = useCurrency(hasCosts(whatIf));
  const nameOf = ({ name, isAmount }: Figure) => (isAmount ? inCurrency(name, currency) : name);
  const columns: readonly Column<Figure>[] = [
    { id: 'name', title: 'Figure', isWide: true, cell: nameOf },
    { id: 'now', title: 'Now', numeric: true, cell: (figure) => figureText(figure, baseline) },
    { id: 'draft', title: 'Draft', numeric: true, cell: (figure) => figureText(figure, draft) },
    { id: 'by', title: 'Difference', numeric: true, cell: differenceOf },
  ];
  return (
    <RowTable
      label="Figures of both sides"
      columns={columns}
      rows={hasCosts(whatIf) ? [...FIGURES, ...COST_FIGURES] : FIGURES}
      idOf={({ name }) => name}
      rowProps={(figure) => (differenceOf(figure) === 'same' ? {} : BOLD)}
    />
  );
}

type WarehouseRow = ReturnType<typeof warehouseRows>[number];

function Warehouses({ whatIf: { baseline, draft } }: { whatIf: WhatIf }) {
  const names = new Map(useWarehouses().data?.map((each) => [each.warehouse_id, each.warehouse_name]));
  const columns: readonly Column<WarehouseRow>[] = [
    {
      id: 'warehouse',
      title: 'Warehouse',
      isWide: true,
      cell: ({ warehouse_id }) => <span title={warehouse_id}>{names.get(warehouse_id) ?? warehouse_id}</span>,
    },
    { id: 'now', title: 'Now', numeric: true, cell: ({ now }) => share(now.units, baseline.units_shipped) },
    {
      id: 'draft',
      title: 'Draft',
      numeric: true,
      cell: ({ drafted }) => share(drafted.units, draft.units_shipped),
    },
    {
      id: 'units',
      title: 'Units',
      numeric: true,
      cell: ({ now, drafted }) => signed(drafted.units - now.units),
    },
    {
      id: 'shipments',
      title: 'Shipments',
      numeric: true,
      cell: ({ now, drafted }) => signed(drafted.shipments - now.shipments),
    },
  ];
  const rows = warehouseRows({ baseline, draft });
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No shipments.
      </Text>
    );
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
