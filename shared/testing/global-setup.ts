import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openCluster, startCluster, stopCluster, superuserUrl } from '../db/embedded-cluster.ts';
import { migrate } from '../db/migrate.ts';
import { freePort } from '../foundation/free-port.ts';
import { compile } from './compile.ts';
import { findSecrets } from './find-secrets.ts';
import {
  beginRecording,
  type Inspection,
  inspectStatements,
  type OpenStatement,
  RECORDING,
} from './statements/inspect-statements.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection URL of the tests' PostgreSQL server */
    testServerUrl: string;
  }
}

/** The migrated database that each test database is a copy of. */
export const TEMPLATE_DATABASE = 'wrs_template';

/** The passwords of people in tests. */
const TEST_PASSWORDS = ['correct horse', 'long enough'];

/** Settings that make the server faster and may lose data in a crash. */
const VOLATILE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Compiles the sources, and starts one PostgreSQL server for all integration tests of a run, which it stops after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  compile();
  const folder = await mkdtemp(join(tmpdir(), 'wrs-test-'));
  const cluster = await openCluster(join(folder, 'postgres'));
  const port = await freePort();
  await startCluster(cluster, port, { ...VOLATILE, ...RECORDING });
  const url = superuserUrl(cluster, port);
  const template = await createTemplate(url);
  await beginRecording(url);
  const statements = join(folder, 'statements');
  const logs = join(folder, 'logs');
  await mkdir(statements);
  await mkdir(logs);
  project.provide('testServerUrl', url);
  project.provide('statementsFolder', statements);
  project.provide('logsFolder', logs);
  return async () => {
    try {
      await refuseSecrets([...(await filesIn(logs)), join(cluster.folder, 'server.log')], cluster.password);
      const inspection = await inspectStatements(url, template, statements);
      await reportUnmet(inspection, project);
      refuseOpen(inspection);
    } catch (error) {
      process.exitCode = 1; // vitest only prints what a teardown throws
      throw error;
    } finally {
      await stopCluster(cluster);
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** Throws if a log of a service or of the database server contains a secret. That fails the run. */
async function refuseSecrets(files: readonly string[], password: string): Promise<void> {
  const found = new Set<string>();
  for (const file of files) {
    const log = await readFile(file, 'utf8');
    for (const secret of findSecrets(log, [password, ...TEST_PASSWORDS])) found.add(secret);
  }
  if (found.size > 0)
    throw new Error(`Secrets in the logs of the tests' services:\n${[...found].join('\n')}`);
}

async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).map((name) => join(folder, name));
}

/** Throws, which fails the run, if a statement of the product names no ledger or client, unless it is listed. */
function refuseOpen({ seen, unbound, byId }: Inspection): void {
  const linesOf = (statements: readonly OpenStatement[]) =>
    statements.map(({ text, tables }) => `${tables.join(', ')}: ${text}`);
  const faults = [
    { title: 'name no ledger, client or id (allowed-statements.ts)', lines: linesOf(unbound) },
    { title: 'name an id alone and are not listed (statements-by-id.ts)', lines: linesOf(byId) },
  ].filter(({ lines }) => lines.length > 0);
  if (faults.length === 0) return;
  const texts = faults.map(({ title, lines }) => `${lines.length} ${title}:\n- ${lines.join('\n- ')}`);
  throw new Error(`Of ${seen} statements on customer data (shared/testing/statements/)\n${texts.join('\n')}`);
}

/**
 * Names, after a run of all integration tests, what is listed by id and was not sent. That fails no run: some statements
 * are only sent when two processes meet.
 */
async function reportUnmet({ unmet }: Inspection, project: TestProject): Promise<void> {
  if (unmet.length === 0 || !(await isWhole(project))) return;
  console.warn(`Listed in statements-by-id.ts, but not sent in this run:\n- ${unmet.join('\n- ')}`);
}

/** Whether a run has had all integration tests. */
async function isWhole(project: TestProject): Promise<boolean> {
  if (project.name !== 'int' || project.config.testNamePattern !== undefined) return false;
  const ran = new Set(project.vitest.state.getTestModules().map(({ moduleId }) => moduleId));
  const { testFiles } = await project.globTestFiles();
  return testFiles.every((file) => ran.has(file));
}

async function createTemplate(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await client.end();
  const template = new URL(url);
  template.pathname = TEMPLATE_DATABASE;
  await migrate(template.href);
  return template.href;
}
