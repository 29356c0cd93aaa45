import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { useSorting } from '../../client/address.ts';
import { useList } from '../../client/operations.ts';
import { useMayWork } from '../../client/rights.ts';
import { type Column, column, numberColumn } from '../../components/column.ts';
import { useChosenColumns } from '../../components/column-menu.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { IdCode } from '../../components/id-text.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { Page } from '../../components/page.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { counted, dollars, inCurrency } from '../../view/numbers.ts';
import { useCurrency } from '../rates/use-rates.ts';
import { ShortPairs } from './short-pairs.tsx';
import { StockUpload } from './stock-upload.tsx';

type SkuStock = components['schemas']['SkuStock'];

const columnsIn = (currency: string | undefined): readonly Column<SkuStock>[] => [
  column('sku', 'SKU', ({ sku }) => <IdCode id={sku} most={18} />, {
    width: '13rem',
    sortBy: 'sku',
    csv: ({ sku }) => sku,
    beside: ({ sku }) => <CopyId text={sku} what={`SKU ${sku}`} />,
  }),
  numberColumn('available', 'Available', ({ effective_quantity }) => effective_quantity, { width: '8rem' }),
  column('what', 'Description', ({ sku_description }) => sku_description ?? '–', { isWide: true }),
  numberColumn('synced', 'Synced', ({ quantity_available }) => quantity_available, { width: '8rem' }),
  numberColumn('reserved', 'Reserved', ({ reserved_quantity }) => reserved_quantity, { width: '8rem' }),
  numberColumn(
    'places',
    'Warehouses',
    ({ warehouses }) => warehouses.filter(({ quantity_available }) => quantity_available > 0).length,
    { width: '7rem' },
  ),
  numberColumn('value', inCurrency('Unit value', currency), ({ unit_value }) => unit_value, {
    text: dollars,
    width: '9.5rem',
  }),
];

const CURL = `curl -X POST "${location.origin}/api/v1/inventory/uploads" -H "Authorization: Bearer $WRS_API_KEY" \\
  -H "Content-Type: text/csv" --data-binary @inventory.csv`;

/** Every product: its synced, reserved and available units. */
export function InventoryPage() {
  const { q } = useSearch({ strict: false }) as { q?: string };
  const sorting = useSorting<'sku' | '-sku'>('sku');
  const skus = useList('inventory', '/account/v1/inventory', 'skus', { q, sort: sorting.sort, limit: 100 });
  const chosen = useChosenColumns('inventory', columnsIn(useCurrency()), skus.rows);
  const [isUploading, dialog] = useDisclosure();
  const upload = useMayWork() && <Button onClick={dialog.open}>Upload stock</Button>;
  const lastSync = skus.lastPage?.last_sync ?? null;
  return (
    <Page
      title="Inventory"
      lead={
        lastSync ? (
          <>
            Last synced <MomentText at={lastSync.synced_at} />, {counted(lastSync.rows_received, 'row')}.
          </>
        ) : (
          'Synced stock minus the units reserved by orders.'
        )
      }
      actions={upload}
    >
      <ShortPairs />
      <FilterBar
        list="inventory"
        values={{ q }}
        sort={sorting.said}
        filters={[{ name: 'q', label: 'SKU begins with', width: 220 }]}
      >
        {chosen.menu}
      </FilterBar>
      <PagedTable
        pages={skus}
        label="Products"
        columns={chosen.columns}
        sorting={sorting}
        idOf={({ sku }) => sku}
        linkOf={({ sku }) => ({ to: `/inventory/${encodeURIComponent(sku)}` })}
        isFiltered={Boolean(q)}
        empty={
          <EmptyState title="No stock yet" command={CURL} action={upload}>
            Upload a file, or send stock from your own system with an API key for this environment.
          </EmptyState>
        }
      />
      <Modal opened={isUploading} onClose={dialog.close} title="Upload stock" size="lg">
        <StockUpload />
      </Modal>
    </Page>
  );
}
