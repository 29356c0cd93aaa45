import type { AccountFileInput } from '../../shared/account/account-file.ts';
import {
  addElement,
  changeElement,
  moveWarehouse,
  removeElement,
} from '../../shared/account/account-lists.ts';
import { changePart } from '../../shared/account/account-parts.ts';
import { addClientKey } from '../../shared/account/change-client.ts';
import { findClient } from '../../shared/account/clients.ts';
import { listActivations, restoreConfiguration } from '../../shared/account/history.ts';
import type { Database } from '../../shared/db/database.ts';
import type { Actor } from '../../shared/identity/actor.ts';
import { DEMO_ACCOUNT } from './demo-account.ts';

const { client, warehouses, settings, profiles, item_controls } = DEMO_ACCOUNT;
const { slug } = client;
const RECALL = item_controls.find(({ rule }) => rule === 'hold')!;
const MARKETPLACE = profiles.find(({ partner_id }) => partner_id === 'marketplace')!;
/** Romeoville came before Fontana. */
const PRIORITIES_BEFORE: Readonly<Record<string, number>> = { ORD1: 2, ONT1: 3 };

/** The demo account as it was a week ago, before DEMO_CHANGES. */
export const DEMO_ACCOUNT_BEFORE = {
  ...DEMO_ACCOUNT,
  warehouses: warehouses.map((warehouse) => ({
    ...warehouse,
    enabled: true,
    priority: PRIORITIES_BEFORE[warehouse.warehouse_id] ?? warehouse.priority,
  })),
  settings: { ...settings, max_transit_days: { mode: 'warn', days: 5 } },
  profiles: profiles.map((profile) =>
    profile === MARKETPLACE
      ? { ...profile, settings: { ...profile.settings, split_shipment: 'warn' } }
      : profile,
  ),
  item_controls: item_controls.filter((control) => control !== RECALL),
} satisfies AccountFileInput;

/** A change by an owner, and how many hours ago it was made. */
export interface DemoChange {
  readonly hours: number;
  readonly make: (db: Database, who: Actor) => Promise<unknown>;
}

const ofAccount = (who: Actor) => ({ slug, who, if_match: undefined });

/** Changes of the demo account in the week of its orders, oldest first. One of them was undone. */
export const DEMO_CHANGES: readonly DemoChange[] = [
  {
    hours: 151,
    make: (db, who) =>
      changePart(db, ofAccount(who), 'settings', {
        max_transit_days: DEMO_ACCOUNT.settings.max_transit_days,
      }),
  },
  {
    hours: 128,
    make: (db, who) => moveWarehouse(db, ofAccount(who), 'ONT1', { before: 'ORD1' }),
  },
  {
    hours: 104,
    make: (db, who) => removeElement(db, { ...ofAccount(who), list: 'warehouses' }, 'CMH1'),
  },
  { hours: 81, make: makeTheReportsToken },
  { hours: 61, make: (db, who) => changePart(db, ofAccount(who), 'settings', { split_shipment: 'block' }) },
  { hours: 55, make: restoreThePreviousOne },
  {
    hours: 45,
    make: (db, who) =>
      changeElement(db, { ...ofAccount(who), list: 'profiles' }, MARKETPLACE.partner_id, {
        settings: MARKETPLACE.settings,
      }),
  },
  { hours: 20, make: (db, who) => addElement(db, { ...ofAccount(who), list: 'item_controls' }, RECALL) },
];

/** A token to be shown in the console. Nobody sees its secret. */
async function makeTheReportsToken(db: Database, who: Actor): Promise<void> {
  await addClientKey(db, { slug, who }, { kind: 'account_token', name: 'nightly reports', role: 'member' });
}

async function restoreThePreviousOne(db: Database, who: Actor): Promise<void> {
  const { id } = await findClient(db.prisma, slug);
  const { activations } = await listActivations(db, id, { limit: 2 });
  await restoreConfiguration(db, slug, { who, id: activations[1]!.configuration_id, dry_run: false });
}
