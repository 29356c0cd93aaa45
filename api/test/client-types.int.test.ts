import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { projectRoot } from '../../shared/foundation/project-root.ts';
import { clientTypes } from '../../shared/testing/client-types.ts';
import { type SharedApi, sharedApi } from './api.ts';

let api: SharedApi;
beforeAll(async () => {
  api = await sharedApi();
});

it.each([
  ['/openapi.json', 'openapi.d.ts'],
  ['/account/openapi.json', 'account-api.d.ts'],
])('types of %s are those of its document (npm run client-types writes them)', async (document, name) => {
  const file = join(projectRoot, 'shared', 'client', name);
  const types = clientTypes((await api.app.inject(document)).json(), document);
  if (process.env.UPDATE_GOLDEN) await writeFile(file, types);
  expect(await readFile(file, 'utf8')).toBe(types);
});
