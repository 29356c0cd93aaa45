type Things = Readonly<Record<string, readonly [one: string, kind?: string]>>;

/** What actions are done to, by the part of an action before its dot: one of them, and their kind among the filters. */
const OF_ACCOUNT: Things = {
  settings: ['Settings', 'Settings'],
  delivery_calendar: ['Delivery calendar', 'Delivery calendar'],
  warehouses: ['Warehouse', 'Warehouses'],
  profiles: ['Profile', 'Profiles'],
  item_controls: ['Item rule', 'Item control'],
  transit: ['Transit provider', 'Transit provider'],
  lanes: ['Lane table', 'Lane tables'],
  rates: ['Rates', 'Rates'],
  configurations: ['Version', 'Restored versions'],
  what_ifs: ['What-if', 'What-ifs'],
  account: ['Account file', 'Account files'],
  api_keys: ['API key', 'API keys'],
  tokens: ['Account token', 'Account tokens'],
  webhooks: ['Webhook', 'Webhooks'],
  users: ['User', 'Users'],
  password: ['Password', 'Password changes'],
  sso: ['Single sign-on', 'Single sign-on'],
  second_factor: ['Second factor', 'Second factors'],
  session: ['Sign-in', 'Sign-ins and sign-outs'],
  clients: ['Client', 'Plan and status'],
  runs: ['Run', 'Retried runs'],
  orders: ['Order', 'Erased order data'],
};

/** The same of the whole service. */
const OF_SERVICE: Things = {
  operators: ['Operator', 'Operators'],
  plans: ['Plan', 'Plan limits'],
  queues: ['Queues', 'Queues and jobs'],
};

const THINGS: Things = { ...OF_ACCOUNT, ...OF_SERVICE, operator: ['Operator'] };

const kindsOf = (things: Things) =>
  Object.entries(things).map(([value, [, label = '']]) => ({ value, label }));

import { capitalized } from '../../view/capitalized.ts';

/** The kinds of actions in the audit log, and those on the whole service. */
export const AUDIT_ACTIONS = kindsOf(OF_ACCOUNT);
export const SERVICE_ACTIONS = kindsOf(OF_SERVICE);

/** What was done, by the part after its dot. */
const DONE: Readonly<Record<string, string>> = {
  accept: 'accepted an invitation',
  invite: 'invited',
  add: 'added',
  apply: 'applied',
  change: 'changed',
  create: 'created',
  erase: 'erased',
  erase_raw_data: 'raw data erased',
  challenge: 'asked for a code',
  fail: 'failed',
  move: 'moved',
  remove: 'removed',
  renew: 'given new recovery codes',
  request: 'viewed',
  roll: 'rolled',
  restore: 'restored',
  retry: 'retried',
  revoke: 'revoked',
  rotate: 'given a new secret',
  upload: 'uploaded',
};

/** Actions that their two parts do not say. */
const WHOLE: Readonly<Record<string, string>> = {
  'session.start': 'Signed in',
  'session.end': 'Signed out',
  'password.reset': 'Password reset link created',
  'second_factor.reset': 'Second factor reset',
  'sso.change': 'Single sign-on changed',
  'sso.remove': 'Single sign-on removed',
  'sso.check_domain': 'Single sign-on domain checked',
  'sso.prove_domain': 'Single sign-on domain confirmed by an operator',
  'session.break_glass': 'Signed in with a password despite required single sign-on',
  'second_factor.lock': 'Codes locked after ten wrong ones (the password was right)',
  'sso.domain_lost': 'DNS no longer proves the last domain of single sign-on',
  'sso.link': 'User linked with the identity provider',
};

/** An action as people read it: `api_keys.create` is "API key created". */
export function actionText(action: string): string {
  const [thing = '', done = ''] = action.split('.');
  return WHOLE[action] ?? (thing in THINGS && done in DONE ? `${THINGS[thing]![0]} ${DONE[done]}` : action);
}

/** What something was done to, without the kind of thing that the action names. What an operator looked at stays an address. */
export function targetText(subject: string): string {
  if (subject.includes(' ')) return subject;
  const [kind = '', ...name] = subject.split('/');
  return name.join('/') || THINGS[kind]?.[0] || capitalized(kind);
}
