import type { Database } from '../db/database.ts';
import type { Actor } from './actor.ts';
import { writeAudit } from './audit.ts';

/** A request of an operator for a client's account. */
export interface OperatorUse {
  /** null: a request about all clients */
  readonly client_id: number | null;
  readonly who: Actor;
  readonly method: string;
  readonly path: string;
}

/** Writes a request of an operator for an account to the audit log (insight-and-account.md section 8, roles). */
export async function writeOperatorUse(
  { prisma }: Pick<Database, 'prisma'>,
  { client_id, who, method, path }: OperatorUse,
): Promise<void> {
  const subject = `${method} ${path}`;
  await writeAudit(prisma, { client_id, who, action: 'operator.request', subject, changes: [] });
}
