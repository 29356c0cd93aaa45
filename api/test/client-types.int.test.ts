import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '../../shared/platform/project-root.ts';
import { clientTypes } from '../../shared/testing/client-types.ts';
import { createTestApi, type TestApi } from './api.ts';

const FILE = join(projectRoot, 'shared', 'client', 'openapi.d.ts');

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

it("the published client's types are those of /openapi.json (npm run client-types writes them)", async () => {
  const types = clientTypes((await api.app.inject('/openapi.json')).json());
  if (process.env.UPDATE_GOLDEN) await writeFile(FILE, types);
  expect(await readFile(FILE, 'utf8')).toBe(types);
});
