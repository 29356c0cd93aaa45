import { expect, it } from 'vitest';
import { sharedApi } from '../api.ts';
import { aPerson } from './people.ts';

const api = await sharedApi();

it('places each ZIP that is known once, and leaves the others out', async () => {
  const { headers } = await aPerson(api.db, 'operator');
  const answer = await api.app.inject({ url: '/account/v1/places?zips=10001,08837,00000,x,10001', headers });
  expect(answer.json().places).toEqual([
    { zip: '10001', latitude: expect.closeTo(40.7, 0), longitude: expect.closeTo(-74, 0) },
    { zip: '08837', latitude: expect.closeTo(40.5, 0), longitude: expect.closeTo(-74.4, 0) },
  ]);
});
