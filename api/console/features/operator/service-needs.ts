import type { components } from '../../../../shared/client/account-api.d.ts';
import type { Need } from '../../components/need-list.tsx';
import { nameList } from '../../view/name-list.ts';
import { counted, share, whole } from '../../view/numbers.ts';
import { duration } from '../../view/times.ts';

type Schemas = components['schemas'];
type Service = Schemas['Service'];

/** What waits longer needs somebody. */
const RUN_WAITS_SECONDS = 10 * 60;
const DELIVERY_WAITS_SECONDS = 60 * 60;

/** From this part of all requests on, failed ones are severe. */
const MANY_ERRORS = 0.01;

/** From this part of a client's orders on that cannot ship, it is said; of fewer orders it means nothing. */
const MANY_UNSHIPPED = 0.2;
const FEW_ORDERS = 20;

/** What is wrong with the service, the severe first. `day` is left out until it is read. */
export function serviceNeeds(service: Service, day?: Schemas['ServiceDay']): Need[] {
  const { database, queue, queues, workers, failing_count, failures } = service;
  const paused = queues.filter((each) => each.paused).map(({ name }) => name);
  const now = day?.points.at(-1);
  const [errors, requests] = (day?.points ?? []).reduce(
    ([failed, all], point) => [failed + point.errors, all + point.requests],
    [0, 0],
  );
  const unshipped = (day?.clients ?? []).filter(
    (client) => client.orders >= FEW_ORDERS && client.unshipped / client.orders >= MANY_UNSHIPPED,
  );
  const needs: (Need | false)[] = [
    database !== 'ok' && { text: 'The database does not respond.', isSevere: true },
    service.is_copy && {
      text: 'The database is a copy of another one: no webhook is sent until “wrs admin database adopt”.',
      isSevere: true,
    },
    queue !== 'ok' && { text: 'The queue does not respond.', isSevere: true },
    workers === 0 &&
      database === 'ok' && { text: 'No worker is running: runs and webhooks wait.', isSevere: true },
    failing_count > 0 && { text: `${counted(failing_count, 'run is', 'runs are')} failing.`, isSevere: true },
    failures.length > 0 && {
      text: `${counted(failures.length, 'failed run waits', 'failed runs wait')} for a retry.`,
      isSevere: true,
    },
    errors > 0 && {
      text: `${whole(errors)} of ${counted(requests, 'request')} failed in the last 24 hours.`,
      isSevere: errors >= MANY_ERRORS * requests,
    },
    paused.length > 0 && { text: `Paused: ${nameList(paused)}. Jobs wait.` },
    (now?.oldest_run_seconds ?? 0) >= RUN_WAITS_SECONDS && {
      text: `The oldest run has waited ${duration(now!.oldest_run_seconds * 1000)}.`,
    },
    (now?.oldest_delivery_seconds ?? 0) >= DELIVERY_WAITS_SECONDS && {
      text: `The oldest webhook delivery has waited ${duration(now!.oldest_delivery_seconds * 1000)}.`,
    },
    ...unshipped.map((client) => ({
      text: `${counted(client.unshipped, 'order')} of ${client.name} cannot ship: ${share(client.unshipped, client.orders)}.`,
      to: '/',
      search: { client: client.client },
    })),
  ];
  return needs.filter((need) => need !== false);
}
