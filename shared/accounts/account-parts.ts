import { allSettings, DEFAULT_ACCOUNT_SETTINGS } from '../contracts/account/settings.ts';
import type { PrismaDatabase } from '../db/database.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { AccountPart } from './account-part.ts';
import type { AccountState } from './account-state.ts';
import type { AccountEdit } from './actor.ts';
import { applyPart, withoutPrefix } from './apply-account.ts';
import { changeAccount } from './change-account.ts';
import { RATES } from './change-rates.ts';
import { assertMatches, etagOf } from './etag.ts';
import { showAccount } from './read-account.ts';
import { TRANSIT } from './transit-part.ts';

/** A part that is one member of the account file. What is sent is the whole member, or for settings a part of it. */
function memberPart(
  name: keyof AccountState['file'],
  memberOf: (state: AccountState) => unknown,
): AccountPart {
  return {
    action: `${name}.change`,
    versioned: memberOf,
    show: (_db, state) => ({ [name]: memberOf(state) }),
    changed: (sent) => ({ [name]: sent }),
    faultOf: (fault) => withoutPrefix(`${name}.`, fault),
  };
}

/** By their names, which are subjects in the audit log. One setting is named `settings/max_shipments`. */
const PARTS = {
  settings: memberPart('settings', ({ file }) => allSettings(file.settings)),
  /** Null: Monday to Friday. */
  delivery_calendar: memberPart('delivery_calendar', ({ file }) => file.delivery_calendar ?? null),
  shadow: memberPart('shadow', ({ file }) => file.shadow),
  rates: RATES,
  transit: TRANSIT,
};

export type PartName = keyof typeof PARTS | `settings/${string}`;

/** What people see of a part, with its version. */
type PartView = Readonly<Record<string, unknown>> & { readonly etag: string };

/** Shows a part of an account. Throws AppError not_found for an unknown setting. */
export async function readPart(db: PrismaDatabase, slug: string, name: PartName): Promise<PartView> {
  return viewOf(db, partNamed(name), await showAccount(db, slug, 'none'));
}

/**
 * Changes a part of an account; null removes it. Returns what it is then. Throws AppError not_found for an unknown setting,
 * precondition_failed, forbidden, and validation_failed with paths in what was sent.
 */
export async function changePart(
  db: PrismaDatabase,
  { slug, who, if_match }: AccountEdit,
  name: PartName,
  sent: unknown,
): Promise<PartView> {
  const part = partNamed(name);
  const { action, removal = action } = part;
  const act = { who, action: sent === null ? removal : action, subject: name };
  const { state } = await changeAccount(db, slug, act, async (tx, client, before, next) => {
    assertMatches(if_match, etagOf(part.versioned(before)));
    await applyPart(tx, client, next, { client: { slug }, ...part.changed(sent, before) }, part.faultOf);
  });
  return viewOf(db, part, state);
}

async function viewOf(db: PrismaDatabase, part: AccountPart, state: AccountState): Promise<PartView> {
  return { ...(await part.show(db, state)), etag: etagOf(part.versioned(state)) };
}

function partNamed(name: PartName): AccountPart {
  const setting = /^settings\/(.*)$/s.exec(name)?.[1];
  return setting === undefined ? PARTS[name as keyof typeof PARTS] : settingPart(setting);
}

/** One setting. What is sent is its value. */
function settingPart(name: string): AccountPart {
  const present = ({ file }: AccountState) => settingOf(allSettings(file.settings), name);
  return {
    action: PARTS.settings.action,
    versioned: present,
    show: (_db, state) => ({ name, value: present(state), default_value: defaultOf(name) }),
    changed: (value) => ({ settings: { [name]: value } }),
    faultOf: (fault) => {
      const { path, message } = withoutPrefix(`settings.${name}`, fault);
      return { path: `value${path}`, message };
    },
  };
}

function settingOf(settings: object, name: string): unknown {
  if (Object.hasOwn(settings, name)) return settings[name as keyof typeof settings];
  throw new AppError('not_found', `There is no setting ${name}.`);
}

/** The value of a setting that a new client has. Throws AppError not_found. */
export function defaultOf(name: string): unknown {
  return settingOf(allSettings(DEFAULT_ACCOUNT_SETTINGS), name);
}
