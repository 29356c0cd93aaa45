import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useMayChange } from '../../client/rights.ts';
import { notifyFailed } from '../../components/notify.tsx';
import { PageLink } from '../../components/page-link.tsx';
import type { OrderFilters } from '../orders/use-orders.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { useBeginBulkAction } from './use-bulk-actions.ts';

/** Actions on all orders that match the filter of the list, not only on the visible ones. */
export function BulkMenu({ filters }: { filters: OrderFilters }) {
  const [kind, setKind] = useState<'release' | 'reroute' | null>(null);
  const mayChange = useMayChange();
  const begin = useBeginBulkAction();
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" loading={begin.isPending}>
            Bulk actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => begin.mutate({ action: 'export', filters }, { onError: notifyFailed })}>
            Export as CSV
          </Menu.Item>
          {mayChange && (
            <>
              <Menu.Item disabled={!isFiltered} onClick={() => setKind('release')}>
                Release…
              </Menu.Item>
              <Menu.Item disabled={!isFiltered} onClick={() => setKind('reroute')}>
                Route these again…
              </Menu.Item>
              {!isFiltered && <Menu.Label>Filter the orders first</Menu.Label>}
            </>
          )}
          <Menu.Divider />
          <Menu.Item component={PageLink} to="/bulk-actions">
            Show bulk actions
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {kind !== null && <BulkDialog kind={kind} filters={filters} onClose={() => setKind(null)} />}
    </>
  );
}
