import type { RunView } from '../../../shared/contracts/run.ts';
import { dataOf, type ServiceClient } from '../client.ts';

/** Reads a run from the service. Throws Refused if the key has no such run. */
export function fetchRun(client: ServiceClient, routing_run_id: number): Promise<RunView> {
  return dataOf(client.api.GET('/api/v1/runs/{routing_run_id}', { params: { path: { routing_run_id } } }));
}
