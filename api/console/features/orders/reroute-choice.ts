import type { RerouteBody } from './use-order.ts';

/** How an order is to be routed again, as a form holds it. */
export interface RerouteChoice {
  readonly exclude: string[];
  readonly only: string[];
  readonly note: string;
}

export const NO_CHOICE: RerouteChoice = { exclude: [], only: [], note: '' };

/** The same as the service takes it: what was not chosen is left out. */
export function rerouteBody({ exclude, only, note }: RerouteChoice): RerouteBody {
  return {
    ...(exclude.length > 0 && { exclude_warehouse_ids: exclude }),
    ...(only.length > 0 && { only_warehouse_ids: only }),
    ...(note !== '' && { note }),
  };
}
