import { dataOf, type RoutingClient } from '../../../shared/client/client.ts';
import type { RunView } from '../../../shared/contracts/run.ts';

/** Reads a run from the service. Throws Refused if the key has no such run. */
export function fetchRun(client: RoutingClient, routing_run_id: number): Promise<RunView> {
  return dataOf(client.api.GET('/api/v1/runs/{routing_run_id}', { params: { path: { routing_run_id } } }));
}
