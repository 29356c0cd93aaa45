import type { FastifyRequest } from 'fastify';
import { importPrices } from '../../../shared/accounts/change-rates.ts';
import { importLanes } from '../../../shared/accounts/import-lanes.ts';
import { hasManyRules } from '../../../shared/accounts/routing-rules.ts';
import {
  type AccountTask,
  type AccountTaskArgs,
  accountCall,
  doAccountTask,
} from '../../../shared/operations/threads/account-tasks.ts';
import { LARGE_BYTES } from '../../bodies/answer-body.ts';

/**
 * Calls a function on the account of a request. One that may take long runs in a thread: the import of lanes, a large
 * body, or an account with many rules, which are all read and compared. Throws AppError overloaded if too many wait, and
 * what the function throws.
 */
export async function workOnAccount<Task extends AccountTask>(
  { account, wholeBody, bodyMemory, server: { bodies, services } }: FastifyRequest,
  task: Task,
  args: AccountTaskArgs<Task>,
  client_id = account.client_id,
): Promise<Awaited<ReturnType<Task>>> {
  const call = accountCall(task, args);
  const isImport = task === importLanes || task === importPrices;
  const isLarge = isImport || (wholeBody?.bytes.length ?? 0) >= LARGE_BYTES;
  const inThread = () => services.threads.run('doAccountTask', call, { owner: client_id });
  const answering =
    isLarge || (await hasManyRules(services.db.pool, client_id))
      ? bodies.waiting.withPlace(client_id, inThread).finally(() => bodyMemory?.release())
      : doAccountTask(services, call);
  return (await answering) as Awaited<ReturnType<Task>>;
}
