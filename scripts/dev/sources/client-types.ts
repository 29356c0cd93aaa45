import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { openApp } from '../../../api/app.ts';
import { loadConfig } from '../../../shared/foundation/config/config.ts';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { Releases } from '../../../shared/foundation/releases.ts';
import { newSecretsKey, Sealing } from '../../../shared/foundation/sealing.ts';
import { clientTypes } from './openapi-types.ts';

// Writes the types of both OpenAPI documents beside the client. The documents need no database, so none is there.
const NOWHERE = 'postgresql://127.0.0.1:1/none';
const logger = pino({ level: 'silent' });
const releases = new Releases(logger);
const secrets = new Sealing([newSecretsKey()]);
const app = await openApp(NOWHERE, loadConfig({}), { logger, releases, secrets });
for (const [document, file] of [
  ['/openapi.json', 'openapi.d.ts'],
  ['/account/openapi.json', 'account-api.d.ts'],
] as const) {
  const answer = await app.inject(document);
  await writeFile(join(projectRoot, 'shared', 'client', file), clientTypes(answer.json(), document));
}
await releases.release();
