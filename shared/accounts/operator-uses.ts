import type { Database } from '../db/database.ts';
import type { Actor } from './actor.ts';
import { writeAudit } from './audit.ts';

/** A request of an operator for a client's account. */
export interface OperatorUse {
  /** null: for what all clients did */
  readonly client_id: number | null;
  readonly who: Actor;
  readonly method: string;
  readonly path: string;
}

/** Writes to the audit log that an operator uses an account: each request (insight-and-account.md section 8, roles). */
export async function writeOperatorUse(
  { prisma }: Pick<Database, 'prisma'>,
  { client_id, who, method, path }: OperatorUse,
): Promise<void> {
  const subject = `${method} ${path}`;
  await writeAudit(prisma, { client_id, who, action: 'operator.request', subject, changes: [] });
}
