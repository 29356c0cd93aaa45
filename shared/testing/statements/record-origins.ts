import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where test files note whose the statements are that they send. */
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

/** Frames of a stack that are far away still belong to the statement: Prisma has many of its own between. */
const FRAMES = 200;

const IN_PROJECT = /^(?!.*node_modules).*\/((?:api|worker|shared|scripts)\/\S+\.ts)/;
const OF_TESTS = /\.test\.ts|\/test\/|\/testing\//;
const GENERATED = /\/db\/generated\//;

/** Files of tests share processes, and each loads this file again: the statements are kept, the senders taken once. */
const shared = globalThis as { statementOrigins?: Map<string, Origin> };
const isFirst = shared.statementOrigins === undefined;
shared.statementOrigins ??= new Map();
const origins = shared.statementOrigins;

/**
 * Notes of every statement that this process sends whether a test wrote it or the product. The server's own list
 * (inspect-statements.ts) has all of them, also of threads and processes, but not whose they are.
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
  if (by === null) return; // a pool's connection sends what the pool was sent
  const key = `${by} ${text}`;
  if (!origins.has(key)) origins.set(key, { text, by });
}

/** The nearest frame of the project says so. */
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

/** Writes what was noted so far to a folder, where `inspectStatements` reads it. */
export function writeOrigins(folder: string): void {
  const lines = [...origins.values()].map((origin) => `${JSON.stringify(origin)}\n`);
  appendFileSync(join(folder, `${process.pid}.ndjson`), lines.join(''));
}

afterAll(() => {
  writeOrigins(inject('statementsFolder'));
  origins.clear();
});
