/** The kinds of actions in the audit log, by the part of an action before its dot. */
export const AUDIT_ACTIONS = [
  { value: 'settings', label: 'Settings' },
  { value: 'warehouses', label: 'Warehouses' },
  { value: 'profiles', label: 'Profiles' },
  { value: 'item_controls', label: 'Item control' },
  { value: 'transit', label: 'Transit provider' },
  { value: 'lanes', label: 'Lane tables' },
  { value: 'configurations', label: 'Restored versions' },
  { value: 'account', label: 'Account files' },
  { value: 'api_keys', label: 'API keys' },
  { value: 'tokens', label: 'Account tokens' },
  { value: 'users', label: 'Users' },
  { value: 'password', label: 'Password changes' },
  { value: 'clients', label: 'Plan and status' },
  { value: 'runs', label: 'Retried runs' },
];

/** Kinds of actions on the whole service. */
export const SERVICE_ACTIONS = [
  { value: 'operators', label: 'Operators' },
  { value: 'plans', label: 'Plan limits' },
];
