import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { PAGE_SEARCH, type PagePath } from '../view/page-search.ts';

/** The page of each path. It is loaded when it is opened; if its file is gone after a rebuild, the browser reloads. */
const COMPONENTS: Readonly<Record<PagePath, RouteComponent>> = {
  '/': lazyRouteComponent(() => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
  '/orders': lazyRouteComponent(() => import('../features/orders/orders-page.tsx'), 'OrdersPage'),
  '/orders/$orderId': lazyRouteComponent(() => import('../features/orders/order-page.tsx'), 'OrderPage'),
  '/bulk-actions': lazyRouteComponent(
    () => import('../features/bulk-actions/bulk-actions-page.tsx'),
    'BulkActionsPage',
  ),
  '/runs': lazyRouteComponent(() => import('../features/runs/runs-page.tsx'), 'RunsPage'),
  '/runs/new': lazyRouteComponent(() => import('../features/runs/new-run-page.tsx'), 'NewRunPage'),
  '/runs/$runId': lazyRouteComponent(() => import('../features/runs/run-page.tsx'), 'RunPage'),
  '/what-ifs': lazyRouteComponent(() => import('../features/what-ifs/what-ifs-page.tsx'), 'WhatIfsPage'),
  '/what-ifs/new': lazyRouteComponent(
    () => import('../features/what-ifs/new-what-if-page.tsx'),
    'NewWhatIfPage',
  ),
  '/what-ifs/stress-test': lazyRouteComponent(
    () => import('../features/what-ifs/stress-test-page.tsx'),
    'StressTestPage',
  ),
  '/what-ifs/$whatIfId': lazyRouteComponent(
    () => import('../features/what-ifs/what-if-page.tsx'),
    'WhatIfPage',
  ),
  '/inventory': lazyRouteComponent(() => import('../features/inventory/inventory-page.tsx'), 'InventoryPage'),
  '/inventory/$sku': lazyRouteComponent(() => import('../features/inventory/sku-page.tsx'), 'SkuPage'),
  '/capacity': lazyRouteComponent(() => import('../features/inventory/capacity-page.tsx'), 'CapacityPage'),
  '/try': lazyRouteComponent(() => import('../features/try/try-page.tsx'), 'TryPage'),
  '/warehouses': lazyRouteComponent(
    () => import('../features/configuration/warehouses-page.tsx'),
    'WarehousesPage',
  ),
  '/settings': lazyRouteComponent(
    () => import('../features/configuration/settings-page.tsx'),
    'SettingsPage',
  ),
  '/profiles': lazyRouteComponent(
    () => import('../features/configuration/profiles-page.tsx'),
    'ProfilesPage',
  ),
  '/item-control': lazyRouteComponent(
    () => import('../features/configuration/item-control-page.tsx'),
    'ItemControlPage',
  ),
  '/transit': lazyRouteComponent(() => import('../features/configuration/transit-page.tsx'), 'TransitPage'),
  '/rates': lazyRouteComponent(() => import('../features/rates/rates-page.tsx'), 'RatesPage'),
  '/api-access': lazyRouteComponent(() => import('../features/people/api-access-page.tsx'), 'ApiAccessPage'),
  '/webhooks': lazyRouteComponent(() => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  '/users': lazyRouteComponent(() => import('../features/people/users-page.tsx'), 'UsersPage'),
  '/usage': lazyRouteComponent(() => import('../features/usage/usage-page.tsx'), 'UsagePage'),
  '/history': lazyRouteComponent(() => import('../features/history/history-page.tsx'), 'HistoryPage'),
  '/clients': lazyRouteComponent(() => import('../features/operator/clients-page.tsx'), 'ClientsPage'),
  '/service': lazyRouteComponent(() => import('../features/operator/service-page.tsx'), 'ServicePage'),
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
