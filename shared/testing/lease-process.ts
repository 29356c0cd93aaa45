// A program for tests: takes the database of DATA_DIR in the role given as its argument, prints the URL as a
// line, and gives it back when its standard input ends. On SIGINT it says so and goes on.
import { loadConfig } from '../config/config.ts';
import { acquireDatabase, type DatabaseRole } from '../db/embedded.ts';

process.on('SIGINT', () => console.log('interrupted'));
const lease = await acquireDatabase(loadConfig(process.env), { role: process.argv[2] as DatabaseRole });
console.log(lease.url);
for await (const _ of process.stdin);
await lease.release();
