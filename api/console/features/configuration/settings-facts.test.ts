import { expect, it } from 'vitest';
import { settingsPatch } from '../../../../shared/contracts/account/settings.ts';
import { SETTINGS, valueWords } from './settings-facts.ts';

it('says of every setting that there is what it does', () => {
  const said = SETTINGS.map(({ name }) => name);
  expect(said.toSorted()).toEqual(Object.keys(settingsPatch.shape).toSorted());
});

it.each([
  [true, 'on'],
  [null, 'no limit'],
  ['priority', 'priority'],
  ['lowest_cost', 'lowest cost'],
  [{ mode: 'allow', days: 3 }, 'allow'],
  [{ mode: 'warn', days: 4 }, 'warn above 4 days'],
  [{ mode: 'block', value: 15 }, 'block below 15'],
])('reads %j as %s', (value, words) => expect(valueWords(value)).toBe(words));
