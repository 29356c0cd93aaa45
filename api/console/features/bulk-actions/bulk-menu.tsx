import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useMayWork } from '../../client/rights.ts';
import { useScope } from '../../client/scope.ts';
import { ButtonMenu } from '../../components/button-menu.tsx';
import { whole } from '../../view/numbers.ts';
import { stringifySearch } from '../../view/search-codec.ts';
import { type FoundOrder, type OrderFilters, searchQuery } from '../orders/use-orders.ts';
import { BulkDialog } from './bulk-dialog.tsx';

interface BulkMenuProps {
  readonly filters: OrderFilters;
  readonly selected: readonly FoundOrder[];
  readonly onClear: () => void;
}

/** The most orders of an action on selected ones. */
const MAX_SELECTED = 500;

/** Actions on the selected orders, or else on all that match the filter of the list, not only on the visible ones. */
export function BulkMenu({ filters: sought, selected, onClear }: BulkMenuProps) {
  const [kind, setKind] = useState<'release' | 'reroute' | null>(null);
  const mayWork = useMayWork();
  const scope = useScope();
  const isSelected = selected.length > 0;
  const filters = isSelected ? { order_ids: selected.map(({ order_id }) => order_id) } : sought;
  const mayAct = Object.keys(filters).length > 0 && selected.length <= MAX_SELECTED;
  return (
    <>
      <ButtonMenu
        label={isSelected ? `${whole(selected.length)} selected` : 'Bulk actions'}
        position="bottom-end"
      >
        <Menu.Item
          component="a"
          href={`/account/v1/reports/decisions.csv${stringifySearch({ ...scope, ...searchQuery(sought), latest: true, for: 'spreadsheet' })}`}
          download="orders.csv"
        >
          Export all that match as CSV
        </Menu.Item>
        {mayWork && (
          <>
            <Menu.Item disabled={!mayAct} onClick={() => setKind('release')}>
              Release…
            </Menu.Item>
            <Menu.Item disabled={!mayAct} onClick={() => setKind('reroute')}>
              Route these again…
            </Menu.Item>
            {!mayAct && (
              <Menu.Label>
                {isSelected ? `Select up to ${MAX_SELECTED} orders` : 'Select orders, or filter them, first'}
              </Menu.Label>
            )}
          </>
        )}
        {isSelected && <Menu.Divider />}
        {isSelected && <Menu.Item onClick={onClear}>Clear selection</Menu.Item>}
      </ButtonMenu>
      {kind !== null && (
        <BulkDialog
          kind={kind}
          filters={filters}
          selected={selected}
          onClose={() => setKind(null)}
          onDone={() => {
            setKind(null);
            onClear();
          }}
        />
      )}
    </>
  );
}
