import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, expect, it } from 'vitest';
import { projectRoot } from '../../foundation/project-root.ts';
import { createAcceptedRun } from '../../testing/accepted-run.ts';
import { casesOf } from '../../testing/long.ts';
import { anOrder } from '../../testing/routing-fixture.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { loadManagedRun } from './managed-run.ts';
import { moveRuns, RUN_STATES, type RunMove } from './run-states.ts';

const STATES: Readonly<Record<string, Partial<Record<RunMove, string>>>> = RUN_STATES;
const MOVES = [...new Set(Object.values(STATES).flatMap(Object.keys))] as RunMove[];
const db = await createTestDatabase();
const { live } = await createTestAccount(db);
afterAll(() => db.close());

it('a run does what its state permits and nothing else, and has a time of its end only after it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...MOVES), { maxLength: 12 }), async (moves) => {
      const id = await createAcceptedRun(db, live, [anOrder()], 1);
      await db.pool.query(`UPDATE runs SET phase = 'receiving' WHERE id = $1`, [id]);
      let state = 'receiving queued';
      for (const move of moves) {
        const moved = await moveRuns(db.pool, sql`id = ${id}`, move);
        const next = STATES[state]![move];
        expect(moved).toEqual(next === undefined ? [] : [{ id, ledger_id: live.ledger_id }]);
        state = next ?? state;
        const { phase, status, finished_at } = (await loadManagedRun(db.pool, id))!;
        expect(`${phase} ${status}`).toBe(state);
        if (phase !== 'done') expect(finished_at).toBeNull();
      }
    }),
    { numRuns: casesOf(40) },
  );
});

it('two moves at once are done one after the other', async () => {
  const id = await createAcceptedRun(db, live, [anOrder()], 1);
  const client = await db.pool.connect();
  await client.query('BEGIN');
  await moveRuns(client, sql`id = ${id}`, 'start');
  const failed = moveRuns(db.pool, sql`id = ${id}`, 'fail', sql`failure = 'It broke.'`);
  await client.query('COMMIT');
  client.release();
  expect(await failed).toHaveLength(1);
  expect(await loadManagedRun(db.pool, id)).toMatchObject({ phase: 'scoring', status: 'failed' });
});

it('no other file changes the phase or the status of a run', () => {
  const sources = ['api', 'shared', 'worker'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file) && !/(^|\/)(test|testing)\//.test(file))
      .map((file) => join(projectRoot, folder, file)),
  );
  const writes = sources.filter((file) =>
    /UPDATE runs\b[^;`]*?\bSET\b(?:(?!\bWHERE\b)[^;])*?\b(phase|status) = /.test(readFileSync(file, 'utf8')),
  );
  expect(writes).toEqual([]);
});
