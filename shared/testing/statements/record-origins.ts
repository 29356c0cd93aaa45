import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder in which test files record whether a test or the product sent a statement. */
    statementsFolder: string;
  }
}

/** Who sent a statement: the product or a test. */
export interface Origin {
  readonly text: string;
  readonly by: 'product' | 'test';
}

interface Sender {
  query(...args: unknown[]): unknown;
}

/** The most frames of a stack. They are many, because Prisma has many frames of its own. */
const FRAMES = 200;

const IN_PROJECT = /^(?!.*node_modules).*\/((?:api|worker|shared|scripts)\/\S+\.ts)/;
const OF_TESTS = /\.test\.ts|\/test\/|\/testing\//;
const GENERATED = /\/db\/generated\//;

/** Test files share processes, and each loads this file again. The list is shared, and `query` is wrapped only once. */
const shared = globalThis as { statementOrigins?: Map<string, Origin> };
const isFirst = shared.statementOrigins === undefined;
shared.statementOrigins ??= new Map();
const origins = shared.statementOrigins;

/**
 * Records of every statement that this process sends whether a test or the product sent it. The server's list
 * (inspect-statements.ts) also has the statements of threads and other processes, but does not say who sent them.
 */
for (const sender of isFirst ? ([pg.Client.prototype, pg.Pool.prototype] as Sender[]) : []) {
  const { query } = sender;
  sender.query = function (...args: unknown[]) {
    note(textOf(args[0]));
    return query.apply(this, args);
  };
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { text } = (statement ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}

function note(text: string): void {
  const by = writtenBy();
  if (by === null) return; // a connection that sends a statement of its pool, which was recorded before
  const key = `${by} ${text}`;
  if (!origins.has(key)) origins.set(key, { text, by });
}

/** Who sent the statement, by the nearest frame of the project; null: no frame is of the project. */
function writtenBy(): Origin['by'] | null {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const stack = new Error().stack ?? '';
  Error.stackTraceLimit = stackTraceLimit;
  for (const line of stack.split('\n').slice(1)) {
    const place = IN_PROJECT.exec(line.replaceAll('\\', '/'))?.[1];
    if (place === undefined || place.endsWith('record-origins.ts') || GENERATED.test(place)) continue;
    return OF_TESTS.test(place) ? 'test' : 'product';
  }
  return null;
}

/** Writes what was recorded so far to a folder, for `inspectStatements`. */
export function writeOrigins(folder: string): void {
  const lines = [...origins.values()].map((origin) => `${JSON.stringify(origin)}\n`);
  appendFileSync(join(folder, `${process.pid}.ndjson`), lines.join(''));
}

afterAll(() => {
  writeOrigins(inject('statementsFolder'));
  origins.clear();
});
