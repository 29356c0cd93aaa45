/** The kinds of actions in the audit log, by the part of an action before its dot. */
export const AUDIT_ACTIONS = [
  { value: 'settings', label: 'Settings' },
  { value: 'shadow', label: 'Shadow settings' },
  { value: 'delivery_calendar', label: 'Delivery calendar' },
  { value: 'warehouses', label: 'Warehouses' },
  { value: 'profiles', label: 'Profiles' },
  { value: 'item_controls', label: 'Item control' },
  { value: 'transit', label: 'Transit provider' },
  { value: 'lanes', label: 'Lane tables' },
  { value: 'rates', label: 'Rates' },
  { value: 'configurations', label: 'Restored versions' },
  { value: 'what_ifs', label: 'What-ifs' },
  { value: 'account', label: 'Account files' },
  { value: 'api_keys', label: 'API keys' },
  { value: 'tokens', label: 'Account tokens' },
  { value: 'webhooks', label: 'Webhooks' },
  { value: 'users', label: 'Users' },
  { value: 'password', label: 'Password changes' },
  { value: 'sso', label: 'Single sign-on' },
  { value: 'second_factor', label: 'Second factors' },
  { value: 'session', label: 'Sign-ins and sign-outs' },
  { value: 'clients', label: 'Plan and status' },
  { value: 'runs', label: 'Retried runs' },
  { value: 'orders', label: 'Erased order data' },
];

/** Kinds of actions on the whole service. */
export const SERVICE_ACTIONS = [
  { value: 'operators', label: 'Operators' },
  { value: 'plans', label: 'Plan limits' },
  { value: 'queues', label: 'Queues and jobs' },
];

/** What an action was done to, by the part before its dot. */
const THINGS: Readonly<Record<string, string>> = {
  settings: 'Settings',
  shadow: 'Shadow settings',
  delivery_calendar: 'Delivery calendar',
  warehouses: 'Warehouse',
  profiles: 'Profile',
  item_controls: 'Item rule',
  transit: 'Transit provider',
  lanes: 'Lane table',
  rates: 'Rates',
  configurations: 'Version',
  what_ifs: 'What-if',
  account: 'Account file',
  api_keys: 'API key',
  tokens: 'Account token',
  webhooks: 'Webhook',
  users: 'User',
  password: 'Password',
  queues: 'Queues',
  second_factor: 'Second factor',
  session: 'Sign-in',
  clients: 'Client',
  runs: 'Run',
  orders: 'Order',
  operators: 'Operator',
  plans: 'Plan',
  operator: 'Operator',
};

/** What was done, by the part after its dot. */
const DONE: Readonly<Record<string, string>> = {
  accept: 'accepted an invitation',
  invite: 'invited',
  add: 'added',
  apply: 'applied',
  change: 'changed',
  create: 'created',
  end: 'ended by signing out',
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
  start: 'made',
  rotate: 'given a new secret',
  upload: 'uploaded',
};

/** Actions that their two parts do not say. */
const WHOLE: Readonly<Record<string, string>> = {
  'password.reset': 'Reset link made',
  'second_factor.reset': 'Second factor reset',
  'sso.change': 'Single sign-on changed',
  'sso.remove': 'Single sign-on removed',
  'sso.check_domain': 'Domain of single sign-on checked',
  'sso.prove_domain': 'Domain of single sign-on proved by an operator',
  'session.break_glass': 'Signed in with a password although single sign-on is required',
  'sso.link': 'Person linked with the identity provider',
};

/** An action as people read it: `api_keys.create` is "API key created". */
export function actionText(action: string): string {
  const [thing = '', done = ''] = action.split('.');
  return WHOLE[action] ?? (thing in THINGS && done in DONE ? `${THINGS[thing]} ${DONE[done]}` : action);
}
