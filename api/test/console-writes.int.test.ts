import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { expect, it } from 'vitest';
import { loadConfig } from '../../shared/foundation/config/config.ts';
import { projectRoot } from '../../shared/foundation/project-root.ts';
import { Releases } from '../../shared/foundation/releases.ts';
import { newSecretsKey, Sealing } from '../../shared/foundation/sealing.ts';
import { openApp } from '../app.ts';

const CONSOLE = join(projectRoot, 'api', 'console');
const BASE = '/account/v1/';

/** Every write of the account API, from its document: `patch settings`. */
async function writesOfDocument(): Promise<string[]> {
  const logger = pino({ level: 'silent' });
  const releases = new Releases(logger);
  const deps = { logger, releases, secrets: new Sealing([newSecretsKey()]) };
  // The document needs no database, so none is there.
  const app = await openApp('postgresql://127.0.0.1:1/none', loadConfig({}), deps);
  const { paths } = (await app.inject('/account/openapi.json')).json<{ paths: Record<string, object> }>();
  await releases.release();
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => ['post', 'put', 'patch', 'delete'].includes(method))
      .map((method) => `${method} ${path.slice(BASE.length)}`),
  );
}

/** A write that a file of the console sends, and how: `door` is useChange, `trial` changes nothing. */
interface FoundWrite {
  readonly write: string;
  readonly by: 'door' | 'trial' | 'raw';
}

/** The parts of a text that are arguments of a function. */
function argumentsOf(text: string, name: string): [from: number, to: number][] {
  return [...text.matchAll(new RegExp(`\\b${name}\\(`, 'g'))].map(({ index }) => {
    let open = 0;
    let at = text.indexOf('(', index);
    do {
      if (text[at] === '(') open += 1;
      if (text[at] === ')') open -= 1;
      at += 1;
    } while (open > 0 && at < text.length);
    return [index, at];
  });
}

const constantsOf = (text: string) =>
  [...text.matchAll(/const (\w+) =\s*'(\/account\/v1\/[^']*)'/g)].map(
    ([, name, path]) => [name!, path!] as const,
  );

/** What a file sends. Paths may be constants of the file, or of another one. */
function writesIn(text: string, shared: readonly (readonly [string, string])[] = []): FoundWrite[] {
  const constants = new Map([...shared, ...constantsOf(text)]);
  const pathOf = (code: string) =>
    constants.get(code) ??
    code.replace(/^[`'"]|[`'"]$/g, '').replace(/^\$\{(\w+)\}/, (_, name) => constants.get(name) ?? '?');
  const doors = argumentsOf(text, 'useChange');
  const howAt = (index: number): FoundWrite['by'] =>
    doors.some(([from, to]) => index > from && index < to) ? 'door' : 'raw';
  const calls = [
    ...text.matchAll(
      /\b(write|sending|useWrite|useTrial)\(\s*'(post|put|patch|delete)',\s*([`'"][^`'"]*[`'"]|\w+)/g,
    ),
  ].map(({ 1: name, 2: method, 3: code, index }) => ({
    write: `${method} ${pathOf(code!)}`,
    by: name === 'useTrial' ? ('trial' as const) : howAt(index),
  }));
  const direct = [...text.matchAll(/\bapi\.(POST|PUT|PATCH|DELETE)\(\s*('[^']*'|\w+)/g)].map(
    ({ 1: method, 2: code, index }) => ({
      write: `${method!.toLowerCase()} ${pathOf(code!)}`,
      by: howAt(index),
    }),
  );
  // Files are posted; TableUpload does it by the door.
  const isTable = text.includes('<TableUpload');
  const files = [...text.matchAll(/\bpath(?:: `|=")(\/account\/v1\/[\w/-]+?)(?=["$])/g)].flatMap(
    ({ 1: path, index }) =>
      isTable || /\bupload</.test(text.slice(0, index))
        ? [{ write: `post ${path}`, by: isTable ? ('door' as const) : howAt(index) }]
        : [],
  );
  return [...calls, ...direct, ...files].map(({ write, by }) => ({ write: write.replace(BASE, ''), by }));
}

const FILES = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.|^test\//.test(name),
);
const TEXTS = new Map(FILES.map((name) => [name, readFileSync(join(CONSOLE, name), 'utf8')]));

/** What the console sends, by write: each place. */
const FOUND = new Map<string, (FoundWrite & { readonly file: string })[]>();
const SHARED = [...TEXTS.values()].flatMap((text) =>
  constantsOf(text).filter(([name]) => text.includes(`export const ${name} =`)),
);
for (const [file, text] of TEXTS)
  for (const found of writesIn(text, SHARED))
    FOUND.set(found.write, [...(FOUND.get(found.write) ?? []), { ...found, file }]);

/** The file that asks, and words of its question or of its button. */
type Asks = readonly [file: string, words: string];

/** They go by the one door: tried first, what changes in words, Live orders, Undo. */
const BY_THE_DOOR: Readonly<Record<string, Asks>> = {
  'patch settings': ['configuration/settings-page.tsx', 'Change …?'],
  'post warehouses': ['configuration/warehouse-form.tsx', '… …?'],
  'patch warehouses/{warehouse_id}': ['configuration/warehouse-table.tsx', 'Disable …?'],
  'post warehouses/{warehouse_id}/move': ['configuration/warehouse-table.tsx', 'Move …?'],
  'post profiles': ['configuration/profile-form.tsx', 'profile …?'],
  'patch profiles/{partner_id}': ['configuration/profile-form.tsx', 'profile …?'],
  'delete profiles/{partner_id}': ['configuration/profiles-page.tsx', 'Remove profile …?'],
  'post item-controls': ['configuration/item-rule-form.tsx', '… for …?'],
  'patch item-controls/{rule_id}': ['configuration/item-rule-form.tsx', '… for …?'],
  'delete item-controls/{rule_id}': ['configuration/item-control-page.tsx', 'Remove the rule for …?'],
  'patch transit': ['configuration/transit-page.tsx', 'Change the provider?'],
  'patch rates': ['rates/rates-form.tsx', 'Change the rates?'],
  'delete rates': ['rates/rates-page.tsx', 'Remove the rates?'],
  'put delivery-calendar': ['configuration/delivery-calendar.tsx', 'Change the delivery days?'],
  'delete delivery-calendar': ['configuration/delivery-calendar.tsx', 'Deliver from Monday to Friday again?'],
  'put account': ['configuration/list-file.tsx', 'Replace the …s'],
  'post transit/lanes': ['../components/table-upload.tsx', 'Use …?'],
  'post rates/prices': ['../components/table-upload.tsx', 'Use …?'],
  'post what-ifs/{what_if_id}/apply': ['what-ifs/apply-button.tsx', 'Apply …'],
  'post configurations/{configuration_id}/restore': ['history/use-take-back.tsx', 'Restore version …?'],
  'patch webhooks/{url}': ['webhooks/endpoint-forms.tsx', 'Change the endpoint?'],
  'delete webhooks/{url}': ['webhooks/endpoint-table.tsx', 'Remove endpoint?'],
  'put sso': ['sign-on/sso-form.tsx', 'single sign-on?'],
  'delete sso': ['sign-on/sso-page.tsx', 'Remove single sign-on?'],
};

/** They name numbers, or whom it is about, before: no dry run says what they change. */
const NAMES_FIRST: Readonly<Record<string, Asks>> = {
  'post inventory/uploads': ['inventory/stock-upload.tsx', 'end reservations of'],
  'post inventory/changes': ['inventory/correct-stock.tsx', 'Set to …'],
  'post orders/{order_id}/release': ['orders/release-dialog.tsx', 'Release…'],
  'post orders/{order_id}/reroute': ['orders/reroute-dialog.tsx', 'NowAndNewTable'],
  'post bulk-actions': ['bulk-actions/bulk-dialog.tsx', 'Release …'],
  'post runs/reroute': ['runs/run-causes.tsx', 'Reroute …'],
  'post runs/{routing_run_id}/cancel': ['runs/run-page.tsx', 'Cancel run #'],
  'delete what-ifs/{what_if_id}': ['what-ifs/what-if-page.tsx', 'Its comparison of'],
  'delete api-keys/{id}': ['people/api-access-page.tsx', 'Revoke … …?'],
  'delete tokens/{id}': ['people/api-access-page.tsx', 'Revoke … …?'],
  'post api-keys/{id}/roll': ['people/roll-access.tsx', 'Keep the current secret'],
  'post tokens/{id}/roll': ['people/roll-access.tsx', 'Keep the current secret'],
  'patch users/{email}': ['people/users-page.tsx', 'Make …'],
  'delete users/{email}': ['people/users-page.tsx', 'Remove …?'],
  'delete users/{email}/second-factor': ['people/users-page.tsx', 'Reset the second factor of …?'],
  'post webhooks/{url}/rotate': ['webhooks/webhooks-page.tsx', 'Make a new secret?'],
  'patch clients/{slug}': ['operator/client-forms.tsx', 'Change …?'],
  'post clients/{slug}/sso-domains/{domain}/prove': ['sign-on/sso-domains.tsx', 'Confirm …?'],
};

const ADDS = 'it adds, and what is there stays';
const READS = 'it asks, and changes nothing';
const OWN = 'it is of the person alone';
const REPEATS = 'it does again what was meant before';

/** They need no question, and why. */
const HARMLESS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['api-keys', 'tokens', 'users', 'webhooks', 'clients', 'what-ifs', 'runs'].map((path) => [
      `post ${path}`,
      ADDS,
    ]),
  ),
  ...Object.fromEntries(
    ['known-orders', 'ship-days', 'orders/{order_id}/try', 'orders/route', 'sso/test', 'session/link'].map(
      (path) => [`post ${path}`, READS],
    ),
  ),
  ...Object.fromEntries(
    [
      'post session',
      ...['confirm', 'forgot', 'invitation', 'reset', 'sso', 'sso/confirm', 'sso/link'].map(
        (path) => `post session/${path}`,
      ),
      ...['delete session', 'delete sessions', 'delete sessions/{id}', 'put session/password'],
      ...['post second-factor', 'post second-factor/confirm', 'post second-factor/recovery-codes'],
      'delete second-factor',
    ].map((write) => [write, OWN]),
  ),
  ...Object.fromEntries(
    [
      'post webhooks/{url}/test',
      'post webhook-deliveries/{delivery_id}/send',
      'post runs/{routing_run_id}/retry',
      'post orders/{order_id}/confirm',
      'post sso/domains/{domain}/check',
      'post what-ifs/{what_if_id}/cancel',
    ].map((write) => [write, REPEATS]),
  ),
};

/** The console sends none of them. */
const OF_PROGRAMS = [
  ...['post inventory', 'post orders/batch-route', 'delete orders/{order_id}/raw_order_data'],
  ...[
    'patch settings/{name}',
    'delete settings/{name}',
    'delete warehouses/{warehouse_id}',
    'delete transit',
  ],
  ...['post bulk-actions/{bulk_action_id}/cancel', 'patch plans/{code}', 'post session/sso/logout'],
];

/** What a file says; what is put into its sentences is left out. */
const wordsOf = (file: string) =>
  TEXTS.get(join('features', ...file.split('/')))!.replaceAll(/\$\{[^}]*\}/g, '…');

it('knows of every write of the account API how the console asks', async () => {
  const known = [BY_THE_DOOR, NAMES_FIRST, HARMLESS].flatMap((each) => Object.keys(each));
  expect([...known, ...OF_PROGRAMS].toSorted()).toEqual((await writesOfDocument()).toSorted());
});

it('sends what it knows, and nothing else', () => {
  const sent = [BY_THE_DOOR, NAMES_FIRST, HARMLESS].flatMap((each) => Object.keys(each));
  expect([...FOUND.keys()].toSorted()).toEqual(sent.toSorted());
});

it.each(Object.entries(BY_THE_DOOR))(
  '%s goes by the door alone, with its question',
  (write, [file, words]) => {
    const others = FOUND.get(write)?.filter(({ by, file: at }) => by === 'raw' && at !== DOOR);
    expect(others).toEqual([]);
    expect(wordsOf(file)).toContain(words);
  },
);

it.each(Object.entries(NAMES_FIRST))('%s names numbers first', (_write, [file, words]) => {
  expect(wordsOf(file)).toContain(words);
});

/** Undo needs no question: it is in this file. */
const DOOR = join('components', 'use-change.ts');

it('writes by nothing else than what is read here', () => {
  const users = (what: RegExp) => FILES.filter((name) => what.test(TEXTS.get(name)!));
  expect(users(/\bXMLHttpRequest\b/)).toEqual([join('client', 'upload.ts')]);
  expect(users(/\bapi\.request\b/)).toEqual([join('client', 'calls.ts')]);
  expect(users(/\bfetch\(/).toSorted()).toEqual(
    ['api.ts', 'download.ts', 'service-away.ts'].map((name) => join('client', name)),
  );
});

it('sees a form that writes without asking', () => {
  const form = "const save = useWrite('patch', '/account/v1/settings', 'configuration');";
  expect(writesIn(form)).toEqual([{ write: 'patch settings', by: 'raw' }]);
  const asked =
    "const RULE = '/account/v1/item-controls/{rule_id}';\nuseChange((v, q) => write('patch', RULE, q, v));";
  expect(writesIn(asked)).toEqual([{ write: 'patch item-controls/{rule_id}', by: 'door' }]);
});
