import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../../shared/foundation/project-root.ts';
import { actionText, targetText } from './audit-actions.ts';

it('has words for every action that the service writes', () => {
  const folders = [
    'shared/account',
    'shared/identity',
    'shared/ledger',
    'shared/runs',
    'shared/work',
    'api/routes',
  ].map((folder) => join(projectRoot, folder));
  const actions = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
      .flatMap((file) => [
        ...readFileSync(join(folder, file), 'utf8').matchAll(
          /(?:action: |audit\w+\(\w+, )(?:\w+ \? )?'(\w+\.\w+)'/g,
        ),
      ]),
  );
  const lists = ['warehouses', 'profiles', 'item_controls'];
  const changes = ['add', 'change', 'remove', 'move'];
  const all = [
    ...actions.map(([, action]) => action!),
    ...lists.flatMap((list) => changes.map((c) => `${list}.${c}`)),
  ];
  expect(actions.length).toBeGreaterThan(15);
  expect(all.filter((action) => actionText(action) === action)).toEqual([]);
  expect(actionText('api_keys.create')).toBe('API key created');
  expect(actionText('session.start')).toBe('Signed in');
  expect(actionText('new_things.found')).toBe('new_things.found');
});

it('names what something was done to, not its path', () => {
  const subjects = ['users/ann@shop.example', 'configurations/3', 'sso', 'GET /account/v1/users'];
  expect(subjects.map(targetText)).toEqual([
    'ann@shop.example',
    '3',
    'Single sign-on',
    'GET /account/v1/users',
  ]);
});
