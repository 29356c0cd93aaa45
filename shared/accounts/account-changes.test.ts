import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../engine/settings.ts';
import { accountChanges } from './account-changes.ts';
import type { AccountState } from './account-state.ts';

const aState = (
  file: Partial<AccountState['file']> = {},
  more: Partial<Omit<AccountState, 'file'>> = {},
): AccountState => ({
  client_id: 1,
  version: null as never,
  file: {
    client: { slug: 'acme', name: 'Acme' },
    warehouses: [],
    settings: DEFAULT_SETTINGS as AccountState['file']['settings'],
    shadow: null,
    profiles: [],
    item_controls: [],
    transit: { provider: 'zone' },
    api_keys: [],
    webhooks: [],
    users: [],
    ...file,
  },
  lane_table_id: null,
  rate_table_id: null,
  tokens: [],
  secret_prefixes: new Map(),
  password_hashes: new Map(),
  webhook_secrets: new Map(),
  ...more,
});

const aWarehouse = (warehouse_id: string, priority: number | null = null) => ({
  warehouse_id,
  warehouse_code: warehouse_id,
  warehouse_name: warehouse_id,
  zip: '08837',
  enabled: true,
  priority,
});

describe('accountChanges', () => {
  it('names what came, what left and what is not as it was', () => {
    const before = aState({ warehouses: [aWarehouse('A', 1), aWarehouse('B')] });
    const after = aState({ warehouses: [aWarehouse('A', 2), aWarehouse('C')] });
    expect(accountChanges(before, after)).toEqual([
      { path: 'warehouses[A].priority', before: 1, after: 2 },
      { path: 'warehouses[B]', before: aWarehouse('B'), after: null },
      { path: 'warehouses[C]', before: null, after: aWarehouse('C') },
    ]);
  });

  it('distinguishes two rules of one kind on one SKU', () => {
    const rule = (id: string) => ({
      sku: 'X',
      rule: 'restrict' as const,
      warehouse_ids: [id],
      fallback: 'block' as const,
      note: null,
    });
    const before = aState({ item_controls: [rule('A'), rule('B')] });
    const after = aState({ item_controls: [rule('A'), rule('C')] });
    expect(accountChanges(before, after)).toEqual([
      { path: 'item_controls[X~restrict~2].warehouse_ids', before: ['B'], after: ['C'] },
    ]);
  });

  it('shows new lanes by their version, and a new password not at all', () => {
    const before = aState({}, { password_hashes: new Map([['a@example.com', 'old hash']]) });
    const after = aState({}, { lane_table_id: 7, password_hashes: new Map([['a@example.com', 'new hash']]) });
    const changes = accountChanges(before, after);
    expect(changes).toEqual([
      { path: 'transit.lane_table_id', before: null, after: 7 },
      { path: 'users[a@example.com].password', before: 'not shown', after: 'not shown' },
    ]);
  });
});
