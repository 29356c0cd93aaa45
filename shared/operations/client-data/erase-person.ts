import sql, { join, raw } from 'sql-template-tag';
import type { Database } from '../../db/database.ts';

interface PersonColumn {
  readonly name: string;
  readonly type: string;
  /** Of audit.recorded: where in the JSON the entry is, of which the IP address goes too. */
  readonly entryAt?: string;
}

/** Columns, of text or JSON, that say who did something or was changed, by table. Each table has an `id`; two rows of access_keys may have the same. */
const PERSON_COLUMNS: Readonly<Record<string, readonly PersonColumn[]>> = {
  audit_entries: [
    { name: 'actor', type: 'text' },
    { name: 'subject', type: 'text' },
    { name: 'changes', type: 'jsonb' },
  ],
  access_keys: [{ name: 'created_by', type: 'text' }],
  links: [{ name: 'created_by', type: 'text' }],
  runs: [{ name: 'requested_by', type: 'jsonb' }],
  decisions: [
    { name: 'events', type: 'jsonb' },
    { name: 'shipped', type: 'json' },
  ],
  what_ifs: [{ name: 'requested_by', type: 'text' }],
  sso_connections: [
    { name: 'break_glass_user', type: 'text' },
    { name: 'last_test', type: 'jsonb' },
  ],
  webhook_deliveries: [
    { name: 'data', type: 'json', entryAt: '' },
    { name: 'body', type: 'text', entryAt: 'data,' },
    { name: 'response_body', type: 'text' },
  ],
};

/** Forgets what providers said of a person when their connection was tested. Call it before the person is removed. */
export async function forgetTests({ pool }: Pick<Database, 'pool'>, email: string): Promise<void> {
  await pool.query(sql`
    UPDATE sso_connections SET last_test = NULL
    WHERE lower(last_test #>> '{claims,email}') = ${email} OR (issuer, last_test #>> '{claims,sub}') IN (
      SELECT i.issuer, i.sub FROM sso_identities i JOIN users u ON u.id = i.user_id WHERE u.email = ${email})`);
}

/** Rows that are looked at in one statement. */
const ROWS_A_STEP = 1000;

/**
 * Replaces a person's address by `name` wherever the service records who did something, in all accounts and in its own log.
 * Remove the person first. What clients write themselves (notes, orders) is theirs, and stays. Returns how many rows
 * it changed, and which entries of the audit log have no salt any more.
 */
export async function eraseAddress(
  { pool }: Pick<Database, 'pool'>,
  email: string,
  name: string,
): Promise<{ readonly rows: number; readonly audit_ids: readonly number[] }> {
  // Paths of requests have it encoded. A longer address that contains it is another person's.
  const forms = [email, encodeURIComponent(email)].map((form) => form.replace(/\W/g, '\\$&')).join('|');
  const pattern = `(?<![\\w.+-])(?:${forms})(?![\\w-]|\\.\\w)`;
  let rows = 0;
  const audit_ids: number[] = [];
  for (const [table, columns] of Object.entries(PERSON_COLUMNS)) {
    const written = ({ name: column, type, entryAt }: PersonColumn) => {
      const text = sql`regexp_replace(${raw(column)}::text, ${pattern}, ${name}, 'gi')`;
      if (entryAt === undefined) return sql`${text}::${raw(type)}`;
      return sql`(CASE WHEN type = 'audit.recorded' AND ${raw(column)}::json #>> '{${raw(entryAt)}who,name}' ~* ${pattern}
        THEN jsonb_set(${text}::jsonb, '{${raw(entryAt)}address}', 'null')::text ELSE ${text} END)::${raw(type)}`;
    };
    const sets = [
      ...columns.map((column) => sql`${raw(column.name)} = ${written(column)}`),
      // Without its salt, the text of an entry cannot be guessed from its digest. Digest and hash stay, so the chain stays valid.
      ...(table === 'audit_entries'
        ? [sql`salt = NULL, address = CASE WHEN actor !~* ${pattern} THEN address END`]
        : []),
    ];
    const meets = columns.map((column) => sql`${raw(column.name)}::text ~* ${pattern}`);
    for (let after: number | null = 0; after !== null; ) {
      const found: { rows: { after: number | null; changed: number[] }[] } = await pool.query(sql`
        WITH page AS (SELECT id FROM ${raw(table)} WHERE id > ${after}::bigint ORDER BY id FETCH FIRST ${ROWS_A_STEP} ROWS WITH TIES),
        written AS (
          UPDATE ${raw(table)} SET ${join(sets, ', ')} WHERE id IN (SELECT id FROM page) AND (${join(meets, ' OR ')}) RETURNING id
        )
        SELECT max(id) AS after, (SELECT coalesce(json_agg(id), '[]') FROM written) AS changed FROM page`);
      const [{ changed }] = found.rows as [(typeof found.rows)[0]];
      ({ after } = found.rows[0]!);
      rows += changed.length;
      if (table === 'audit_entries') audit_ids.push(...changed);
    }
  }
  return { rows, audit_ids };
}
