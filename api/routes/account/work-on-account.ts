import type { FastifyRequest } from 'fastify';
import {
  type AccountTask,
  type AccountTaskArgs,
  type AccountTaskResult,
  isAccountChange,
} from '../../../shared/operations/threads/account-tasks.ts';

/**
 * Does a task on the account of a request in its turn, in a thread (account-work.ts). Throws AppError
 * overloaded if too many of the client wait, and what the task throws.
 */
export async function workOnAccount<Name extends AccountTask>(
  { account, wholeBody, bodyMemory, server: { services } }: FastifyRequest,
  name: Name,
  args: AccountTaskArgs<Name>,
  client_id = account.client_id,
): Promise<AccountTaskResult<Name>> {
  const bytes = wholeBody?.bytes.length ?? 0;
  const isChange = isAccountChange(name);
  const done = services.accounts.run(
    client_id,
    { name, args, log_days: services.stockLogDays },
    { bytes, isChange },
  );
  return (await done.finally(() => bodyMemory?.release())) as AccountTaskResult<Name>;
}
