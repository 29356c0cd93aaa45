import { type Database, openDatabase } from '../../../shared/db/database.ts';
import { type ServiceOptions, ServiceUnderTest } from './service.ts';

/** A service under test with its database. */
export interface OpenService {
  readonly service: ServiceUnderTest;
  readonly db: Database;
}

/** Starts a service, and stops it after `work`. */
export async function withService<T>(
  options: ServiceOptions,
  work: (open: OpenService) => Promise<T>,
): Promise<T> {
  const service = await ServiceUnderTest.start(options);
  const db = openDatabase(service.databaseUrl, { poolSize: 2 });
  try {
    return await work({ service, db });
  } finally {
    await db.close();
    await service.stop();
  }
}
