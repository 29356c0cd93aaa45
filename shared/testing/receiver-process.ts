// A program for tests: receives an NDJSON run from standard input. The API key and the database are in its environment.

import { openDatabase } from '../db/database.ts';
import { authenticate } from '../identity/principal.ts';
import { LedgerQueues } from '../ledger/ledger-queues.ts';
import { receiveRun } from '../runs/managed/receive-run.ts';
import { Receivers } from '../runs/managed/receivers.ts';

const url = process.env.DATABASE_URL!;
const db = openDatabase(url);
const receivers = new Receivers(db);
const principal = await authenticate(db, `Bearer ${process.env.API_KEY}`);
const ledgerQueues = new LedgerQueues(db);
const run = await receiveRun({ db, receivers, ledgerQueues, now: () => new Date() }, principal, {
  body: process.stdin,
  format: 'ndjson',
  encoding: 'identity',
  limitBytes: 2 ** 30,
  on_invalid: 'reject',
  idempotency: null,
});
console.log(JSON.stringify(run));
receivers.close();
await db.close();
