import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { PAGE_SEARCH, type PagePath } from '../view/page-search.ts';

/** A page is loaded when it is opened; if its file is gone after a rebuild, the browser reloads. */
const page = lazyRouteComponent;

/** The page of each path. */
const COMPONENTS: Readonly<Record<PagePath, RouteComponent>> = {
  '/': page(() => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
  '/orders': page(() => import('../features/orders/orders-page.tsx'), 'OrdersPage'),
  '/orders/$orderId': page(() => import('../features/orders/order-page.tsx'), 'OrderPage'),
  '/bulk-actions': page(() => import('../features/bulk-actions/bulk-actions-page.tsx'), 'BulkActionsPage'),
  '/runs': page(() => import('../features/runs/runs-page.tsx'), 'RunsPage'),
  '/runs/new': page(() => import('../features/runs/new-run-page.tsx'), 'NewRunPage'),
  '/runs/$runId': page(() => import('../features/runs/run-page.tsx'), 'RunPage'),
  '/what-ifs': page(() => import('../features/what-ifs/what-ifs-page.tsx'), 'WhatIfsPage'),
  '/what-ifs/new': page(() => import('../features/what-ifs/new-what-if-page.tsx'), 'NewWhatIfPage'),
  '/what-ifs/stress-test': page(() => import('../features/what-ifs/stress-test-page.tsx'), 'StressTestPage'),
  '/what-ifs/$whatIfId': page(() => import('../features/what-ifs/what-if-page.tsx'), 'WhatIfPage'),
  '/inventory': page(() => import('../features/inventory/inventory-page.tsx'), 'InventoryPage'),
  '/inventory/$sku': page(() => import('../features/inventory/sku-page.tsx'), 'SkuPage'),
  '/capacity': page(() => import('../features/inventory/capacity-page.tsx'), 'CapacityPage'),
  '/try': page(() => import('../features/try/try-page.tsx'), 'TryPage'),
  '/warehouses': page(() => import('../features/configuration/warehouses-page.tsx'), 'WarehousesPage'),
  '/settings': page(() => import('../features/configuration/settings-page.tsx'), 'SettingsPage'),
  '/profiles': page(() => import('../features/configuration/profiles-page.tsx'), 'ProfilesPage'),
  '/item-control': page(() => import('../features/configuration/item-control-page.tsx'), 'ItemControlPage'),
  '/transit': page(() => import('../features/configuration/transit-page.tsx'), 'TransitPage'),
  '/rates': page(() => import('../features/rates/rates-page.tsx'), 'RatesPage'),
  '/api-access': page(() => import('../features/people/api-access-page.tsx'), 'ApiAccessPage'),
  '/webhooks': page(() => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  '/users': page(() => import('../features/people/users-page.tsx'), 'UsersPage'),
  '/usage': page(() => import('../features/usage/usage-page.tsx'), 'UsagePage'),
  '/history': page(() => import('../features/history/history-page.tsx'), 'HistoryPage'),
  '/clients': page(() => import('../features/operator/clients-page.tsx'), 'ClientsPage'),
  '/service': page(() => import('../features/operator/service-page.tsx'), 'ServicePage'),
};

/** A page: its path, its component, and the parameters that its address may have. */
interface PageEntry {
  readonly path: string;
  readonly component: RouteComponent;
  readonly search: readonly string[];
}

/** Every page of the console. */
export const PAGES: readonly PageEntry[] = Object.entries(PAGE_SEARCH).map(([path, search]) => ({
  path,
  component: COMPONENTS[path as PagePath],
  search,
}));
