import {
  type AccountSettings,
  allSettings,
  DEFAULT_ACCOUNT_SETTINGS,
  type Shadow,
} from '../contracts/account/settings.ts';
import type { Database } from '../db/database.ts';
import type { DeliveryCalendar } from '../engine/types.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { AccountEdit } from './actor.ts';
import { applyPart, withoutPrefix } from './apply-account.ts';
import { changeAccount } from './change-account.ts';
import { assertMatches, etagOf } from './etag.ts';

/** Changes the settings that `patch` has. `if_match` is the version of all settings or, with `name`, of that setting. */
export async function changeSettings(
  db: Pick<Database, 'prisma'>,
  { slug, who, if_match }: AccountEdit,
  patch: Record<string, unknown>,
  name?: string,
): Promise<AccountSettings> {
  const act = { who, action: 'settings.change', subject: `settings${name === undefined ? '' : `/${name}`}` };
  const { state } = await changeAccount(db, slug, act, async (tx, client, before) => {
    const present = allSettings(before.file.settings);
    assertMatches(if_match, etagOf(name === undefined ? present : settingOf(present, name)));
    await applyPart(tx, client, { client: { slug }, settings: patch }, (fault) => {
      if (name === undefined) return withoutPrefix('settings.', fault);
      const { path, message } = withoutPrefix(`settings.${name}`, fault);
      return { path: `value${path}`, message };
    });
  });
  return allSettings(state.file.settings);
}

/** Makes `calendar` the delivery calendar; null: Monday to Friday. `if_match` is the version of the one before. */
export async function changeDeliveryCalendar(
  db: Pick<Database, 'prisma'>,
  { slug, who, if_match }: AccountEdit,
  calendar: Record<string, unknown> | null,
): Promise<DeliveryCalendar | null> {
  const act = { who, action: 'delivery_calendar.change', subject: 'delivery_calendar' };
  const { state } = await changeAccount(db, slug, act, async (tx, client, before) => {
    assertMatches(if_match, etagOf(before.file.delivery_calendar ?? null));
    await applyPart(tx, client, { client: { slug }, delivery_calendar: calendar }, (fault) =>
      withoutPrefix('delivery_calendar.', fault),
    );
  });
  return state.file.delivery_calendar ?? null;
}

/** Makes `shadow` the shadow settings; null: there are none. `if_match` is the version of those before. */
export async function changeShadow(
  db: Pick<Database, 'prisma'>,
  { slug, who, if_match }: AccountEdit,
  shadow: Record<string, unknown> | null,
): Promise<Shadow | null> {
  const act = { who, action: 'shadow.change', subject: 'shadow' };
  const { state } = await changeAccount(db, slug, act, async (tx, client, before) => {
    assertMatches(if_match, etagOf(before.file.shadow));
    await applyPart(tx, client, { client: { slug }, shadow }, (fault) => withoutPrefix('shadow.', fault));
  });
  return state.file.shadow;
}

/** One setting. Throws AppError not_found for an unknown name. */
export function settingOf(settings: AccountSettings, name: string): unknown {
  const all = allSettings(settings);
  if (Object.hasOwn(all, name)) return all[name as keyof AccountSettings];
  throw new AppError('not_found', `There is no setting ${name}.`);
}

/** The value that a new client has. Throws AppError not_found. */
export function defaultOf(name: string): unknown {
  return settingOf(DEFAULT_ACCOUNT_SETTINGS, name);
}
