import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_SEARCH, type PagePath } from '../app/page-search.ts';
import { addressOf, OPERATOR, OWNER, OWNER_OF_NOTHING, openDemoConsole } from './demo-service.ts';
import { hasBrowser, type OpenConsole } from './open-console.ts';

/** What a page shows in its states. */
interface States {
  /** What stands there for a client that has nothing; and where, if that is another address. */
  readonly empty: string | RegExp;
  readonly emptyAt?: string;
  /** What stands there for the demo client. */
  readonly data: string | RegExp;
  /** A form, that reads nothing before it is sent. */
  readonly readsNothing?: true;
  readonly forOperators?: true;
}

const STATES: Readonly<Record<PagePath, States>> = {
  '/': { empty: 'Nothing has come yet', data: 'Why orders did not ship in full' },
  '/orders': { empty: 'No orders yet', data: /^DEMO-0/ },
  '/orders/$orderId': { empty: 'Not found', data: 'Decisions on this order' },
  '/runs': { empty: 'No runs yet', data: '#1' },
  '/runs/new': { empty: 'Drop a file of orders', data: 'Drop a file of orders', readsNothing: true },
  '/runs/$runId': { empty: 'Not found', data: '300 orders' },
  '/inventory': { empty: 'No stock yet', data: 'BOOT-100' },
  '/inventory/$sku': { empty: 'Not found', data: /available of/ },
  '/try': { empty: 'Decide', data: 'Decide', readsNothing: true },
  '/warehouses': { empty: 'No warehouses yet', data: 'Edison NJ' },
  '/settings': { empty: 'Use Inventory Availability', data: 'Use Inventory Availability' },
  '/profiles': { empty: 'No profiles yet', data: /^partner_id/ },
  '/item-control': { empty: 'No rules yet', data: 'Details' },
  '/transit': { empty: 'Look up one lane', data: 'Look up one lane' },
  '/api-access': { empty: 'No keys yet', data: 'Last used' },
  '/users': { empty: OWNER_OF_NOTHING.email, data: OWNER.email },
  '/usage': { empty: 'No routed orders yet', data: 'Plan enterprise' },
  '/history': { empty: 'present', data: 'present' },
  '/clients': { emptyAt: '/clients?q=nobody', empty: 'No client', data: 'demo', forOperators: true },
  '/service': { empty: 'No run has failed.', data: 'Queues', forOperators: true },
};

/** What a page reads; not who is signed in, without which there is no page. */
const READS = (url: URL) => url.pathname.startsWith('/account/v1/') && url.pathname !== '/account/v1/session';

const cases = Object.entries(STATES);
const main = (page: Page) => page.getByRole('main');
const shows = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();

let service: OpenConsole;
let people: Record<'owner' | 'nothing' | 'operator', Page>;

it('knows the states of every page', () => {
  expect(Object.keys(STATES).toSorted()).toEqual(Object.keys(PAGE_SEARCH).toSorted());
});

describe.skipIf(!hasBrowser)('every page', () => {
  beforeAll(async () => {
    service = await openDemoConsole();
    people = {
      owner: await service.window(OWNER),
      nothing: await service.window(OWNER_OF_NOTHING),
      operator: await service.window(OPERATOR),
    };
  });
  afterAll(() => service?.close());

  const reader = ({ forOperators }: States) => (forOperators ? people.operator : people.owner);

  it.each(cases.filter(([, { readsNothing }]) => !readsNothing))(
    'stands at once and says that it loads, then shows its data: %s',
    async (path, states) => {
      const page = reader(states);
      let answer = () => {};
      const answers = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(READS, (route) => answers.then(() => route.continue()));
      await page.goto(addressOf(path));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await main(page).getByRole('status', { name: 'Loading' }).first().waitFor();
      answer();
      await shows(page, states.data);
      await main(page).getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      await page.unrouteAll({ behavior: 'wait' });
    },
  );

  it.each(cases.filter(([, { readsNothing }]) => !readsNothing))(
    'says what went wrong, and tries again: %s',
    async (path, states) => {
      const page = reader(states);
      const body = JSON.stringify({ detail: 'The service cannot reach its database.', code: 'unavailable' });
      await page.route(READS, (route) =>
        route.fulfill({ status: 503, contentType: 'application/json', body }),
      );
      await page.goto(addressOf(path));
      const alert = main(page).getByRole('alert').first();
      await alert.getByText('The service cannot reach its database.').waitFor();
      await page.unroute(READS);
      // A page that reads two things has two faults.
      for (const button of await main(page)
        .getByRole('button', { name: 'Try again' })
        .all()
        .then((all) => all.toReversed())) {
        await button.click();
      }
      await shows(page, states.data);
    },
  );

  it.each(cases)('says what will be here where there is nothing yet: %s', async (path, states) => {
    const page = states.forOperators ? people.operator : people.nothing;
    await page.goto(states.emptyAt ?? addressOf(path));
    await shows(page, states.empty);
  });
});
