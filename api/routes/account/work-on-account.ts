import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasManyRules } from '../../../shared/accounts/routing-rules.ts';
import { ACCOUNT_TASKS, type AccountTasks } from '../../../shared/operations/threads/account-tasks.ts';
import { LARGE_BYTES } from '../../bodies/answer-body.ts';

type Name = keyof AccountTasks;
type Data<N extends Name> = Parameters<AccountTasks[N]>[1];
type Result<N extends Name> = Awaited<ReturnType<AccountTasks[N]>>;

/**
 * Does the task of that name on the account of a request. A task that may take long runs in a thread: the import of
 * lanes, a large body, or an account with many rules, which are all read and compared. Throws AppError overloaded if too
 * many wait, and what the task throws.
 */
export async function workOnAccount<N extends Name>(
  { bodies, services }: FastifyInstance,
  { account, wholeBody, bodyMemory }: FastifyRequest,
  name: N,
  data: Data<N>,
  client_id = account.client_id,
): Promise<Result<N>> {
  const isLarge = name === 'import-lanes' || (wholeBody?.bytes.length ?? 0) >= LARGE_BYTES;
  if (!isLarge && !(await hasManyRules(services.db.pool, client_id))) {
    const work = ACCOUNT_TASKS[name] as (deps: typeof services, data: Data<N>) => Promise<unknown>;
    return (await work(services, data)) as Result<N>;
  }
  const inThread = () => services.threads.run(name, data as never, { owner: client_id });
  const changing = bodies.waiting.withPlace(client_id, inThread).finally(() => bodyMemory?.release());
  return (await changing) as Result<N>;
}
