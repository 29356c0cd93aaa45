import type { RerouteBody } from './use-order.ts';

/** The values of the form of a reroute. */
export interface RerouteChoice {
  readonly exclude: string[];
  readonly only: string[];
  readonly note: string;
}

export const NO_CHOICE: RerouteChoice = { exclude: [], only: [], note: '' };

/** The body of the request. Values that were not chosen are left out. */
export function rerouteBody({ exclude, only, note }: RerouteChoice): RerouteBody {
  return {
    ...(exclude.length > 0 && { exclude_warehouse_ids: exclude }),
    ...(only.length > 0 && { only_warehouse_ids: only }),
    ...(note !== '' && { note }),
  };
}
