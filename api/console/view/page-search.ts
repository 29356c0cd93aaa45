/** Every page of the console by its path, with the parameters that its address may have in addition to client and environment. */
export const PAGE_SEARCH = {
  '/': ['period'],
  '/orders': [
    'q',
    'status',
    'reason',
    'warehouse_id',
    'sku',
    'zip',
    'state',
    'warned',
    'search',
    'from',
    'to',
    'sort',
  ],
  '/orders/$orderId': ['decision'],
  '/bulk-actions': [],
  '/runs': ['status', 'kind', 'sort'],
  '/runs/new': [],
  '/runs/$runId': ['status', 'warehouse_id'],
  '/what-ifs': [],
  '/what-ifs/new': ['run', 'from', 'to', 'view', 'tab', 'q', 'sort'],
  '/what-ifs/stress-test': ['run', 'from', 'to', 'view', 'of'],
  '/what-ifs/$whatIfId': ['from_status', 'to_status', 'warehouse_id'],
  '/inventory': ['q', 'sort'],
  '/inventory/$sku': [],
  '/capacity': [],
  '/try': ['order'],
  '/warehouses': ['q'],
  '/settings': [],
  '/profiles': ['q'],
  '/item-control': ['q', 'sort'],
  '/transit': [],
  '/rates': ['warehouse_id', 'q'],
  '/api-access': [],
  '/webhooks': ['url', 'status'],
  '/users': [],
  '/usage': [],
  '/history': ['tab', 'who', 'action', 'from', 'to', 'looks'],
  '/clients': ['q'],
  '/service': ['tab', 'of', 'who', 'action', 'from', 'to', 'looks'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Pages of the whole service; the others are of one client. */
export const OF_THE_SERVICE: readonly string[] = ['/clients', '/service'];

export type PagePath = keyof typeof PAGE_SEARCH;
