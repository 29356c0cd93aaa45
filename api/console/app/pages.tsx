import type { RouteComponent } from '@tanstack/react-router';
import { UNFULFILLED_REASONS, UNROUTABLE_CODES } from '../../../shared/engine/reason-codes.ts';
import { lazyScript } from '../client/service-away.ts';
import type { IconName } from '../components/console-icon.tsx';
import { ORDER_SEARCH } from '../view/order-filters.ts';
import { ORDER_STATE_CODES } from '../view/order-states.ts';
import { DELIVERY_STATUSES, RUN_STATUSES, STATUSES } from '../view/statuses.ts';

const BY_TIME = ['created_at', '-created_at'];

/** The groups of the navigation, from top to bottom; the first has no title. */
export const NAV_GROUPS = ['', 'Routing', 'Account', 'Operator'] as const;

/** Who may open a page: viewers are of everyone, and members do what the page is for. */
export type Audience = 'everyone' | 'member' | 'owner' | 'operator';

/** A page: its component, the parameters of its address besides client and environment, and its place in the navigation. */
interface PageEntry {
  readonly component: RouteComponent;
  readonly search?: readonly string[];
  /** What some of these may be. Other values are left out. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** The group, the label, by which Ctrl K finds the page too, and the icon. */
  readonly nav?: readonly [group: (typeof NAV_GROUPS)[number], label: string, icon: IconName];
  /** Left out: everyone. A page for operators is of the whole service, the others are of one client. */
  readonly audience?: Audience;
}

/** A page is loaded when it is opened. */
const page = lazyScript;

/** Every page of the console by its path, in the order of the navigation. */
export const PAGES = {
  '/': {
    component: page(() => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
    search: ['period'],
    nav: ['', 'Overview', 'house'],
  },
  '/orders': {
    component: page(() => import('../features/orders/orders-page.tsx'), 'OrdersPage'),
    search: [...ORDER_SEARCH, 'sort'],
    values: {
      status: STATUSES,
      state: ORDER_STATE_CODES,
      reason: [...UNROUTABLE_CODES, ...UNFULFILLED_REASONS],
      warned: ['true'],
      late: ['true'],
      is_vip: ['true'],
      search: ['incomplete'],
      sort: BY_TIME,
    },
    nav: ['', 'Orders', 'box'],
  },
  '/orders/$orderId': {
    component: page(() => import('../features/orders/order-page.tsx'), 'OrderPage'),
    search: ['decision', 'do'],
    values: { do: ['reroute', 'release'] },
  },
  '/orders/$orderId/try': {
    component: page(() => import('../features/what-ifs/try-rules-page.tsx'), 'TryRulesPage'),
    search: ['tab', 'q', 'sort'],
    audience: 'member',
  },
  '/runs': {
    component: page(() => import('../features/runs/runs-page.tsx'), 'RunsPage'),
    search: ['number', 'status', 'kind', 'sort'],
    values: { status: RUN_STATUSES, kind: ['managed', 'sync', 'all'], sort: BY_TIME },
    nav: ['', 'Runs', 'play'],
  },
  '/runs/new': {
    component: page(() => import('../features/runs/new-run-page.tsx'), 'NewRunPage'),
    audience: 'member',
  },
  '/runs/$runId': {
    component: page(() => import('../features/runs/run-page.tsx'), 'RunPage'),
    search: ['status', 'reason', 'warehouse_id'],
    values: { status: STATUSES },
  },
  '/inventory': {
    component: page(() => import('../features/inventory/inventory-page.tsx'), 'InventoryPage'),
    search: ['q', 'sort'],
    nav: ['', 'Inventory', 'shelf'],
  },
  '/inventory/$sku': {
    component: page(() => import('../features/inventory/sku-page.tsx'), 'SkuPage'),
    search: ['correct'],
  },
  '/capacity': {
    component: page(() => import('../features/inventory/capacity-page.tsx'), 'CapacityPage'),
    search: ['q', 'sort'],
    nav: ['', 'Capacity', 'gauge'],
  },
  '/try': {
    component: page(() => import('../features/try/try-page.tsx'), 'TryPage'),
    nav: ['', 'Try an order', 'flask'],
    audience: 'member',
  },
  '/what-ifs': {
    component: page(() => import('../features/what-ifs/what-ifs-page.tsx'), 'WhatIfsPage'),
    nav: ['', 'What if', 'branch'],
  },
  '/what-ifs/new': {
    component: page(() => import('../features/what-ifs/new-what-if-page.tsx'), 'NewWhatIfPage'),
    search: ['run', 'from', 'to', 'tab', 'q', 'sort'],
    audience: 'member',
  },
  '/what-ifs/$whatIfId': {
    component: page(() => import('../features/what-ifs/what-if-page.tsx'), 'WhatIfPage'),
    search: ['from_status', 'to_status', 'warehouse_id'],
  },
  '/warehouses': {
    component: page(() => import('../features/configuration/warehouses-page.tsx'), 'WarehousesPage'),
    search: ['q', 'do'],
    values: { do: ['disable', 'enable'] },
    nav: ['Routing', 'Warehouses', 'warehouse'],
  },
  '/settings': {
    component: page(() => import('../features/configuration/settings-page.tsx'), 'SettingsPage'),
    search: ['setting'],
    nav: ['Routing', 'Settings', 'sliders'],
  },
  '/profiles': {
    component: page(() => import('../features/configuration/profiles-page.tsx'), 'ProfilesPage'),
    search: ['q'],
    nav: ['Routing', 'Profiles', 'card'],
  },
  '/item-control': {
    component: page(() => import('../features/configuration/item-control-page.tsx'), 'ItemControlPage'),
    search: ['q', 'rule', 'warehouse_id', 'note', 'sort'],
    nav: ['Routing', 'Item control', 'tag'],
  },
  '/transit': {
    component: page(() => import('../features/configuration/transit-page.tsx'), 'TransitPage'),
    nav: ['Routing', 'Transit', 'truck'],
  },
  '/rates': {
    component: page(() => import('../features/rates/rates-page.tsx'), 'RatesPage'),
    search: ['q'],
    nav: ['Routing', 'Rates', 'money'],
  },
  '/api-access': {
    component: page(() => import('../features/people/api-access-page.tsx'), 'ApiAccessPage'),
    nav: ['Account', 'API access', 'key'],
    audience: 'owner',
  },
  '/webhooks': {
    component: page(() => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
    search: ['url', 'status'],
    values: { status: DELIVERY_STATUSES },
    nav: ['Account', 'Webhooks', 'send'],
    audience: 'owner',
  },
  '/users': {
    component: page(() => import('../features/people/users-page.tsx'), 'UsersPage'),
    nav: ['Account', 'Users', 'people'],
    audience: 'owner',
  },
  '/single-sign-on': {
    component: page(() => import('../features/sign-on/sso-page.tsx'), 'SsoPage'),
    nav: ['Account', 'Single sign-on', 'enter'],
    audience: 'owner',
  },
  '/usage': {
    component: page(() => import('../features/usage/usage-page.tsx'), 'UsagePage'),
    nav: ['Account', 'Usage and plan', 'bars'],
  },
  '/history': {
    component: page(() => import('../features/history/history-page.tsx'), 'HistoryPage'),
    search: ['tab', 'q', 'who', 'action', 'from', 'to', 'looks'],
    nav: ['Account', 'History', 'clock'],
    audience: 'owner',
  },
  '/clients': {
    component: page(() => import('../features/operator/clients-page.tsx'), 'ClientsPage'),
    search: ['q'],
    nav: ['Operator', 'Clients', 'building'],
    audience: 'operator',
  },
  '/service': {
    component: page(() => import('../features/operator/service-page.tsx'), 'ServicePage'),
    search: ['tab', 'of', 'who', 'action', 'from', 'to', 'looks'],
    nav: ['Operator', 'Service', 'pulse'],
    audience: 'operator',
  },
} as const satisfies Readonly<Record<string, PageEntry>>;

/** The pages as a list. */
export const PAGE_LIST = Object.entries<PageEntry>(PAGES).map(([path, entry]) => ({ path, ...entry }));
