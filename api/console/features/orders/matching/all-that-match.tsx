import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useMayChange } from '../../../client/rights.ts';
import type { OrderFilters } from '../use-orders.ts';
import { MatchingDialog } from './matching-dialog.tsx';
import type { MatchingKind } from './use-matching.ts';

/** Actions on all orders that match the filter of the list, not only on the visible ones. */
export function AllThatMatch({ filters }: { filters: OrderFilters }) {
  const [kind, setKind] = useState<MatchingKind | null>(null);
  const mayChange = useMayChange();
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">All that match</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setKind('export')}>Download as CSV …</Menu.Item>
          {mayChange && (
            <>
              <Menu.Item disabled={!isFiltered} onClick={() => setKind('release')}>
                Release …
              </Menu.Item>
              <Menu.Item disabled={!isFiltered} onClick={() => setKind('reroute')}>
                Route again …
              </Menu.Item>
              {!isFiltered && <Menu.Label>Choose a filter first</Menu.Label>}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {kind !== null && <MatchingDialog kind={kind} filters={filters} onClose={() => setKind(null)} />}
    </>
  );
}
