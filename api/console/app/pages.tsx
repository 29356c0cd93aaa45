import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';

/** A page: its path, its component, loaded when it is opened, and the parameters that its address may have. */
export interface PageEntry {
  readonly path: string;
  readonly component: RouteComponent;
  readonly search?: readonly string[];
  /** Works on one client's account: an operator chooses one first. */
  readonly isOfClient: boolean;
}

const page = (path: string, component: RouteComponent, search: readonly string[] = []): PageEntry => ({
  path,
  component,
  search,
  isOfClient: true,
});

/** Every page of the console. */
export const PAGES: readonly PageEntry[] = [
  page(
    '/',
    lazyRouteComponent(() => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
    ['period'],
  ),
  page(
    '/orders',
    lazyRouteComponent(() => import('../features/orders/orders-page.tsx'), 'OrdersPage'),
    [...['q', 'status', 'reason', 'warehouse_id', 'sku', 'zip', 'warned', 'from', 'to']],
  ),
  page(
    '/orders/$orderId',
    lazyRouteComponent(() => import('../features/orders/order-page.tsx'), 'OrderPage'),
    ['decision'],
  ),
  page(
    '/runs',
    lazyRouteComponent(() => import('../features/runs/runs-page.tsx'), 'RunsPage'),
    ['status', 'kind'],
  ),
  page(
    '/runs/new',
    lazyRouteComponent(() => import('../features/runs/new-run-page.tsx'), 'NewRunPage'),
  ),
  page(
    '/runs/$runId',
    lazyRouteComponent(() => import('../features/runs/run-page.tsx'), 'RunPage'),
    ['status', 'warehouse_id'],
  ),
  page(
    '/inventory',
    lazyRouteComponent(() => import('../features/inventory/inventory-page.tsx'), 'InventoryPage'),
    ['q'],
  ),
  page(
    '/inventory/$sku',
    lazyRouteComponent(() => import('../features/inventory/sku-page.tsx'), 'SkuPage'),
  ),
  page(
    '/try',
    lazyRouteComponent(() => import('../features/try/try-page.tsx'), 'TryPage'),
    ['order'],
  ),
  page(
    '/warehouses',
    lazyRouteComponent(() => import('../features/configuration/warehouses-page.tsx'), 'WarehousesPage'),
  ),
  page(
    '/settings',
    lazyRouteComponent(() => import('../features/configuration/settings-page.tsx'), 'SettingsPage'),
  ),
  page(
    '/profiles',
    lazyRouteComponent(() => import('../features/configuration/profiles-page.tsx'), 'ProfilesPage'),
  ),
  page(
    '/item-control',
    lazyRouteComponent(() => import('../features/configuration/item-control-page.tsx'), 'ItemControlPage'),
  ),
  page(
    '/transit',
    lazyRouteComponent(() => import('../features/configuration/transit-page.tsx'), 'TransitPage'),
  ),
  page(
    '/api-access',
    lazyRouteComponent(() => import('../features/people/api-access-page.tsx'), 'ApiAccessPage'),
  ),
  page(
    '/users',
    lazyRouteComponent(() => import('../features/people/users-page.tsx'), 'UsersPage'),
  ),
  page(
    '/usage',
    lazyRouteComponent(() => import('../features/usage/usage-page.tsx'), 'UsagePage'),
  ),
  page(
    '/history',
    lazyRouteComponent(() => import('../features/history/history-page.tsx'), 'HistoryPage'),
    ['tab'],
  ),
  {
    ...page(
      '/clients',
      lazyRouteComponent(() => import('../features/operator/clients-page.tsx'), 'ClientsPage'),
      ['q'],
    ),
    isOfClient: false,
  },
  {
    ...page(
      '/service',
      lazyRouteComponent(() => import('../features/operator/service-page.tsx'), 'ServicePage'),
    ),
    isOfClient: false,
  },
];
