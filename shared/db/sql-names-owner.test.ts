import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../foundation/project-root.ts';

// The text of every SQL statement on a table that has a ledger or a client names one of them. Prisma Client's statements are
// not read here: api/test/ids-of-others.int.test.ts tries every route.

/** What may name neither, by a part of its text on one line without $ before a hole, and why. */
const EXCEPTIONS: readonly { readonly reason: string; readonly parts: readonly string[] }[] = [
  {
    reason: 'Counts and lists for operators or housekeeping, of the runs of all clients.',
    parts: [
      'SELECT phase::text, CASE WHEN {WORKABLE}',
      'INSERT INTO service_minutes AS m (minute, latencies,',
      'SELECT {RUN_COLUMNS} FROM runs WHERE {WORKABLE}',
      "SELECT id FROM runs WHERE phase = 'receiving' AND receiving_until <",
    ],
  },
  {
    reason: 'What is old goes by its age, of all clients.',
    parts: [
      'what_if_id IN (SELECT id FROM what_ifs WHERE {endedLongAgo})',
      "is_draft AND created_at <= now() - interval '1 day'",
    ],
  },
  {
    reason: 'The run was read or locked under its ledger, or its id is of a job, which no caller sends.',
    parts: [
      'SELECT {RUN_COLUMNS} FROM runs WHERE {condition}',
      'UPDATE runs SET retry_at = greatest(retry_at,',
      'SELECT id, status FROM runs WHERE id = ANY($1) AND phase =',
      'DELETE FROM runs WHERE id = ANY($1)',
    ],
  },
  {
    reason:
      'The ids are of a chunk or a batch of such a run. With the ledger beside a range, all orders of it may be read.',
    parts: [
      'DELETE FROM orders o USING run_chunks c',
      'DELETE FROM run_chunks c USING unnest(',
      'INSERT INTO allocation_batches (run_id, batch, order_ids)',
      "SELECT '[' || string_agg(",
      'SELECT DISTINCT destination_zip FROM orders WHERE id >= $1',
    ],
  },
  {
    reason: 'A part of a statement whose other parts name the ledger or the client.',
    parts: [
      "'unnest($2::bigint[]) AS wanted (id) JOIN orders",
      '(SELECT warehouse_db_ids FROM configurations WHERE id = r.configuration_id)',
      'DELETE FROM held_places WHERE {ofOrders}',
      'UPDATE stock',
      'INSERT INTO what_if_stock (what_if_id, side, sku, warehouse_group, unit_value,',
      'JOIN orders o ON o.id = d.id AND {idIn(sql`o.id`)}',
    ],
  },
  {
    reason: 'A person is erased in all accounts.',
    parts: ['UPDATE sso_connections SET last_test = NULL'],
  },
  {
    reason: 'The name of the provider says whose lanes they are: of everybody, or of one client’s carrier.',
    parts: ['SELECT origin_zip, destination_zip, transit_days, distance_miles, source'],
  },
];

const schema = readFileSync(join(projectRoot, 'prisma/migrations/0001_init/migration.sql'), 'utf8');
const tables = [...schema.matchAll(/^CREATE TABLE (\w+) \(([^;]*)\);/gm)]
  .filter(([, , columns]) => /^ {2}(ledger_id|client_id) /m.test(columns!))
  .map(([, name]) => name!);
const NAMES_A_TABLE = new RegExp(`\\b(FROM|JOIN|UPDATE|INTO|USING)\\s+(${tables.join('|')})\\b`);

const files = ['api', 'shared', 'worker'].flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file))
    .filter((file) => !/\/(test|testing|console|client|generated|docs)\//.test(file)),
);

/** The strings and templates of a source, a template with all that stands in its holes. */
function textsIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|(?<=[;,{(]\s*)\/\/.*$/gm, '');
  const texts: string[] = [];
  const afterCode = (from: number, isHole: boolean): number => {
    let depth = 0;
    let at = from;
    for (; at < code.length; at++) {
      const quoted = /^(['"])(?:\\.|(?!\1)[^\\\n])*\1/.exec(code.slice(at, at + 1000))?.[0];
      if (quoted !== undefined) {
        if (!isHole) texts.push(quoted);
        at += quoted.length - 1;
      } else if (code[at] === '`') at = afterTemplate(at + 1, isHole);
      else if (code[at] === '{') depth++;
      else if (code[at] === '}' && depth-- === 0 && isHole) return at;
    }
    return at;
  };
  const afterTemplate = (from: number, isInner: boolean): number => {
    let at = from;
    for (; at < code.length && code[at] !== '`'; at++) {
      if (code[at] === '\\') at++;
      else if (code.startsWith('${', at)) at = afterCode(at + 2, true);
    }
    if (!isInner) texts.push(code.slice(from, at));
    return at;
  };
  afterCode(0, false);
  return texts;
}

const statements = files
  .flatMap((file) => textsIn(readFileSync(join(projectRoot, file), 'utf8')))
  .filter((text) => NAMES_A_TABLE.test(text))
  .map((text) => text.replaceAll('${', '{').replaceAll(/\s+/g, ' ').trim());

const exceptions = EXCEPTIONS.flatMap(({ parts }) => parts);
const namesNoOwner = (text: string) => !/ledger|client/i.test(text);

it('every SQL statement names a ledger or a client, but those that are listed with a reason', () => {
  expect(tables.length).toBeGreaterThan(25);
  expect(statements.length).toBeGreaterThan(150);
  const open = statements.filter(namesNoOwner);
  expect(open.filter((text) => !exceptions.some((part) => text.includes(part)))).toEqual([]);
});

it('every exception is of a statement', () => {
  expect(
    exceptions.filter((part) => !statements.some((text) => namesNoOwner(text) && text.includes(part))),
  ).toEqual([]);
});
