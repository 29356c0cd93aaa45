import { parseAccountFile } from '../../shared/accounts/account-file.ts';
import { applyAccountFile } from '../../shared/accounts/apply-account.ts';
import type { Config } from '../../shared/config/config.ts';
import { DEMO_ACCOUNT } from '../../shared/demo/demo-account.ts';
import { withDatabase } from '../with-database.ts';

/** Secrets of the demo client's API keys. */
export interface DemoKeys {
  readonly live: string;
  readonly test: string;
}

/**
 * Makes the demo client, or brings it up to date, and gives it new API keys. Those of an earlier quickstart are
 * revoked: secrets are stored nowhere, so there is no other way to have keys that can be shown.
 */
export function prepareDemoClient(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<DemoKeys> {
  return withDatabase(config, 'wrs quickstart', async (db) => {
    const apply = (apiKeys: typeof DEMO_ACCOUNT.api_keys) =>
      applyAccountFile(db, parseAccountFile({ ...DEMO_ACCOUNT, api_keys: apiKeys }), { baseDir: null });
    await apply([]);
    const { api_keys } = await apply(DEMO_ACCOUNT.api_keys);
    const secretOf = (environment: keyof DemoKeys) =>
      api_keys.find((key) => key.environment === environment)!.key!;
    return { live: secretOf('live'), test: secretOf('test') };
  });
}
