import { DEMO_CATALOGUE, type DemoProduct } from './catalogue.ts';
import { DEMO_ACCOUNT } from './demo-account.ts';

/** What a demo client sells, to whom, and from which warehouses. */
export interface DemoShop {
  /** Its order IDs begin with it. */
  readonly prefix: string;
  readonly catalogue: readonly DemoProduct[];
  readonly channels: readonly DemoChannel[];
  readonly warehouses: readonly { readonly warehouse_id: string; readonly enabled: boolean }[];
}

/** A channel that orders come from: its share of a hundred orders, its partner_id, and its usual units of a line. */
export interface DemoChannel {
  readonly share: number;
  readonly partner_id: string | null;
  readonly units: readonly number[];
}

/** The shop of the demo client. */
export const DEMO_SHOP: DemoShop = {
  prefix: 'DEMO',
  catalogue: DEMO_CATALOGUE,
  channels: [
    { share: 66, partner_id: null, units: [1, 1, 1, 1, 1, 1, 2, 2, 3] },
    { share: 24, partner_id: 'marketplace', units: [1, 1, 1, 1, 2] },
    { share: 8, partner_id: 'wholesale', units: [4, 6, 8, 10, 12, 20] },
    // No profile of the demo client matches it, so its orders have the default settings.
    { share: 2, partner_id: 'pop-up-store', units: [1, 2, 4] },
  ],
  warehouses: DEMO_ACCOUNT.warehouses,
};
