import { writeFileSync } from 'node:fs';
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
const shared = globalThis as { statementOrigins?: Map<string, Origin['by']> };
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

/** A statement that the product has sent is checked whoever else sends it, so its stack is taken no more. */
function note(text: string): void {
  if (origins.get(text) === 'product') return;
  const by = writtenBy();
  if (by === null) return; // a connection that sends a statement of its pool, which was recorded before
  origins.set(text, by);
}

/** Who sent the statement, by the nearest frame of the project; null: no frame is of the project. */
function writtenBy(): Origin['by'] | null {
  for (const file of filesOfStack()) {
    const place = IN_PROJECT.exec(file.replaceAll('\\', '/'))?.[1];
    if (place === undefined || place.endsWith('record-origins.ts') || GENERATED.test(place)) continue;
    return OF_TESTS.test(place) ? 'test' : 'product';
  }
  return null;
}

/** The files of the stack, the nearest first. Its text would be slow: each line is looked up in a source map. */
function filesOfStack(): readonly string[] {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = FRAMES;
  Error.prepareStackTrace = (_, frames) => frames.map((frame) => frame.getFileName() ?? '');
  const files = new Error().stack as unknown as string[];
  Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  return files;
}

/** Writes what this process has recorded so far to a folder, for `inspectStatements`. */
export function writeOrigins(folder: string): void {
  const lines = [...origins].map(([text, by]) => `${JSON.stringify({ text, by } satisfies Origin)}\n`);
  writeFileSync(join(folder, `${process.pid}.ndjson`), lines.join(''));
}

afterAll(() => writeOrigins(inject('statementsFolder')));
