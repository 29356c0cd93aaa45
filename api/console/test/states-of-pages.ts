/** What a page shows in its states. */
interface States {
  /** What is shown to a client that has nothing; and where, if that is another address. */
  readonly empty: string | RegExp;
  readonly emptyAt?: string;
  /** What is shown to the demo client. */
  readonly data: string | RegExp;
  /** A form, that reads nothing before it is sent. */
  readonly readsNothing?: true;
  readonly forOperators?: true;
  /** A page before it reads the same, so the console is loaded again, with an empty cache. */
  readonly isRead?: true;
}

/** Of every page, by its path (app/nav.test.ts). */
export const STATES: Readonly<Record<string, States>> = {
  '/': { empty: 'No orders yet', data: 'Needs attention' },
  '/orders': { empty: 'No orders yet', data: /^DEMO-0/ },
  '/orders/$orderId': { empty: 'Not found', data: /^Decided: / },
  '/orders/$orderId/try': { empty: 'No warehouses yet', data: 'Edison NJ', isRead: true },
  '/runs': { empty: 'No managed runs yet', data: /^#\d/ },
  '/runs/new': { empty: 'Drop an order file here', data: 'Drop an order file here', readsNothing: true },
  '/runs/$runId': { empty: 'Not found', data: '300 orders' },
  '/what-ifs': { empty: 'No what-ifs yet', data: 'Without Edison' },
  '/what-ifs/new': { empty: 'No warehouses yet', data: 'Edison NJ', isRead: true },
  '/what-ifs/$whatIfId': { empty: 'Not found', data: 'DEMO-000' },
  '/inventory': { empty: 'No stock yet', data: 'BOOT-100' },
  '/inventory/$sku': { empty: 'Not found', data: /available of/ },
  '/capacity': { empty: 'No warehouse has a capacity', data: 'No warehouse has a capacity' },
  '/try': { empty: 'Try order', data: 'Try order', readsNothing: true },
  '/warehouses': { empty: 'No warehouses yet', data: 'Edison NJ', isRead: true },
  '/settings': { empty: 'Use inventory availability', data: 'Use inventory availability' },
  '/profiles': { empty: 'No profiles yet', data: 'Wholesale' },
  '/item-control': { empty: 'No rules yet', data: 'Details' },
  '/transit': { empty: 'Look up a lane', data: 'Look up a lane' },
  '/rates': { empty: 'No rates yet', data: 'Change rates' },
  '/api-access': { empty: 'No keys yet', data: 'Last used' },
  '/webhooks': { empty: 'No endpoints yet', data: 'Orders without shipment' },
  '/users': { empty: 'owner@empty.example', data: 'owner@demo.example' },
  '/single-sign-on': { empty: 'No single sign-on yet', data: 'https://id.demo.example' },
  '/usage': { empty: 'No routed orders yet', data: 'Plan enterprise' },
  '/history': { empty: 'current', data: 'current' },
  '/clients': {
    emptyAt: '/clients?q=nobody',
    empty: /^No matches/,
    data: 'demo',
    forOperators: true,
  },
  '/service': { empty: /^Idle: /, data: 'Queues', forOperators: true },
};
