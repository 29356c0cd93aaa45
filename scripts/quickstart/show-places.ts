import { pairs } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { DemoAccess } from './demo-client.ts';

/** The runs that were shown, by the environment of the key that sees them. */
export interface ShownRuns {
  readonly live: number;
  readonly test: number;
}

/** Pages to open, by path. */
const PLACES: readonly (readonly [path: string, what: string])[] = [
  ['/', 'the account console: sign-in below'],
  ['/docs', 'the API reference: try it with a key below'],
  ['/openapi.json', 'the same as OpenAPI 3.1'],
  ['/ops/queues', 'the queues (Bull Board), sign-in below'],
  ['/metrics', 'Prometheus metrics'],
];

/** Shows what can be opened, with which key and sign-in, and three things to try. */
export function showPlaces(url: string, access: DemoAccess, runs: ShownRuns, terminal: Terminal): void {
  const { keys, member, operator, owner } = access;
  const { heading, line, look } = terminal;
  const { strong, faint } = look.paint;
  heading('To open');
  line(pairs(PLACES.map(([path, what]) => [`${url}${path}`, faint(what)] as const)));
  heading('Keys and sign-in');
  line(`live key  ${strong(keys.live)}  ${faint(`sees run ${runs.live}`)}`);
  line(`test key  ${strong(keys.test)}  ${faint(`sees run ${runs.test}`)}`);
  line(`owner     ${strong(owner.email)}, password ${strong(owner.password)}`);
  line(`member    ${strong(member.email)}, password ${strong(member.password)}`);
  line(`operator  ${strong(operator.email)}, password ${strong(operator.password)}`);
  line(faint('They sign in at the console. The next quickstart replaces these secrets.'));
  heading('Three things to try, in another terminal');
  line('1. Use the test key to see which orders of its run cannot ship:');
  line(`   export WRS_API_KEY=${keys.test}`);
  line(`   npx wrs runs results ${runs.test} --status NONE --limit 10`);
  line('2. Route an order of your own:');
  line(`   echo '{"external_order_id": "SO-1", "destination_zip": "60614",`);
  line(`     "lines": [{"sku": "LAMP-100", "quantity": 2}]}' | npx wrs route -`);
  line('3. Change the rules: write them to a file, edit it, apply it, route again:');
  line('   npx wrs admin export demo --out demo.json');
  line('   npx wrs admin apply demo.json');
}
