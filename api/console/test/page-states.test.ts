import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { casesOf } from '../../../shared/testing/long.ts';
import { cutOffTexts, PHONE } from './cut-off.ts';
import { addressOf, OPERATOR, OWNER, OWNER_OF_NOTHING, openDemoConsole } from './demo-service.ts';
import { closeAll, DIALOGS, openDialog } from './dialogs.ts';
import { follow, hasBrowser, itLong, LAPTOP, type OpenConsole, signIn, visit } from './open-console.ts';
import { STATES } from './states-of-pages.ts';
import { violations } from './violations.ts';

/**
 * Runs in a page before its own scripts. After `reads.hold`, what the page reads waits for `reads.end`, which answers it 503
 * with a body. (Requests that are intercepted from outside the page would cost the browser its cache.)
 */
const HOLD_READS = `
  const send = window.fetch;
  // A query that has failed is tried again after one second and after two more. Here it is at once.
  const later = window.setTimeout;
  window.setTimeout = (work, ms, ...rest) => later(work, ms === 1000 || ms === 2000 ? 0 : ms, ...rest);
  window.reads = {
    outcome: null,
    hold: () => { reads.outcome = new Promise((resolve) => { reads.end = resolve; }); },
  };
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input.url ?? input, location.href);
    // Without a session there is no page.
    if (!pathname.startsWith('/account/v1/') || pathname === '/account/v1/session') return send(input, init);
    const fault = await window.reads.outcome;
    if (!fault) return send(input, init);
    return new Response(fault, { status: 503, headers: { 'content-type': 'application/json' } });
  }`;

const FAULT = 'The service cannot reach its database.';
const FAULT_BODY = JSON.stringify({ detail: FAULT, code: 'unavailable' });

/** A window of somebody whose reads can be held, at a page that reads nothing. */
async function windowOf(person: typeof OWNER): Promise<Page> {
  const page = await service.window();
  await page.addInitScript(HOLD_READS);
  await page.goto('/nowhere');
  await signIn(page, person);
  return page;
}

/** Loads the console anew, at a page that reads nothing. */
async function load(page: Page): Promise<void> {
  await page.goto('/nowhere');
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const cases = Object.entries(STATES);
const main = (page: Page) => page.getByRole('main');
const shows = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();

/** The links and buttons of rows whose text has not the size of its row. */
const ODD_SIZES = `[...document.querySelectorAll('[data-opener]')]
  .filter((each) => getComputedStyle(each).fontSize !== getComputedStyle(each.closest('td')).fontSize)
  .map(({ innerText }) => innerText)`;

/** All that is open over a page. */
const OPENED = '[role="dialog"]';

let service: OpenConsole;
let people: Record<'owner' | 'nothing' | 'operator', Page>;

describe.skipIf(!hasBrowser)('every page', () => {
  beforeAll(async () => {
    service = await openDemoConsole();
    people = {
      owner: await windowOf(OWNER),
      nothing: await windowOf(OWNER_OF_NOTHING),
      operator: await windowOf(OPERATOR),
    };
  });
  afterAll(() => service?.close());

  it.each(cases.filter(([, { readsNothing }]) => !readsNothing))(
    'appears at once and says that it loads, says what went wrong, tries again, shows its data, all of it readable, and has no serious violation of accessibility rules: %s',
    async (path, states) => {
      const page = states.forOperators ? people.operator : people.owner;
      if (states.isRead) await load(page);
      const loading = main(page).getByRole('status', { name: 'Loading' }).first();
      await page.evaluate('reads.hold()');
      await follow(page, addressOf(path));
      await loading.waitFor();
      await page.evaluate(`reads.end(${JSON.stringify(FAULT_BODY)})`);
      await main(page).getByRole('alert').first().getByText(FAULT).waitFor();
      await page.evaluate('reads.outcome = null');
      // A page that reads two things has two faults.
      const buttons = await main(page).getByRole('button', { name: 'Try again' }).all();
      for (const button of buttons.toReversed()) await button.click();
      await shows(page, states.data);
      await loading.waitFor({ state: 'detached' });
      // What is around pages is the same on all of them.
      expect(await violations(page, path === '/' ? 'html' : 'main')).toEqual([]);
      expect(await cutOffTexts(page)).toEqual([]);
      expect(await page.evaluate(ODD_SIZES)).toEqual([]);
    },
  );

  it.each(cases)('says what will be here where there is nothing yet: %s', async (path, states) => {
    const page = states.forOperators ? people.operator : people.nothing;
    await follow(page, states.emptyAt ?? addressOf(path));
    await shows(page, states.empty);
    if (states.readsNothing) {
      expect(await cutOffTexts(page)).toEqual([]);
      expect(await violations(page)).toEqual([]);
    }
    // The other pages show more where there is something: here they are only looked at on a phone.
    else expect(await cutOffTexts(page, [PHONE])).toEqual([]);
  });

  itLong('has no serious violation of accessibility rules in what opens over a page', async () => {
    const found: Record<string, string[]> = {};
    const { owner, nothing, operator } = people;
    for (const person of [nothing, operator]) await person.setViewportSize(LAPTOP);
    await visit(owner, '/history?tab=audit');
    found['audit log'] = await violations(owner);
    await follow(owner, '/nowhere');
    found['no page'] = await violations(owner);
    // All of them every night.
    const step = casesOf(1, 3);
    for (const opening of DIALOGS.filter((_, place) => place % step === 0)) {
      const page = opening.forOperators ? operator : owner;
      // Which one does not open is said with what else is found.
      found[`${opening.path} ${opening.presses.join(', ')}`] = await openDialog(
        page,
        opening,
        addressOf(opening.path),
      ).then(
        (opened) => violations(page, opened),
        (error: Error) => [error.message],
      );
    }
    for (const person of [owner, operator]) await closeAll(person);
    await visit(owner, '/api-access');
    await owner.getByRole('button', { name: 'Create key' }).first().click();
    await owner.getByRole('textbox', { name: 'Name' }).fill('shown once');
    await owner.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await owner.getByLabel('Secret').waitFor();
    found['a secret that is shown once'] = await violations(owner, OPENED);
    await owner.getByRole('button', { name: 'Done' }).click();
    const ofOwner = { where: { user: { email: OWNER.email } } };
    const longAgo = { confirmed_at: new Date(Date.now() - 3_600_000) };
    await service.db.prisma.session.updateMany({ ...ofOwner, data: longAgo });
    await owner.getByRole('button', { name: 'Revoke shown once (live)' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await owner.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
    found['a question who it is'] = await violations(owner, OPENED);
    await service.db.prisma.session.deleteMany(ofOwner);
    await owner.getByLabel('Your password').fill(OWNER.password);
    await owner.getByRole('button', { name: 'Confirm' }).click();
    await owner.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    found['a session that is over'] = await violations(owner, OPENED);
    await visit(operator, '/service?tab=audit');
    found['audit log of the service'] = await violations(operator);
    await follow(operator, '/nowhere');
    found['no client'] = await violations(operator);
    for (const path of ['/?client=demo', '/?client=demo&environment=test']) {
      await visit(operator, path);
      found[`operator ${path}`] = await violations(operator, 'header');
    }
    await nothing.context().clearCookies();
    await nothing.goto('/');
    await nothing.getByRole('heading', { level: 1 }).waitFor();
    found['sign-in'] = await violations(nothing);
    expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
  });
});
