// A program for tests: acquires the database of DATA_DIR in the role of its argument, prints the URL, and releases the
// database when its standard input ends. On SIGINT it prints a line and goes on.

import { acquireDatabase, type DatabaseRole } from '../db/embedded.ts';
import { loadConfig } from '../foundation/config/config.ts';

process.on('SIGINT', () => console.log('interrupted'));
const lease = await acquireDatabase(loadConfig(process.env), { role: process.argv[2] as DatabaseRole });
console.log(lease.url);
for await (const _ of process.stdin);
await lease.release();
