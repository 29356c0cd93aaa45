import { expect, it } from 'vitest';
import { faultsBeside } from './faults-beside.ts';

const zip = { path: 'destination_zip', message: 'must have 5 digits' };
const lines = { path: 'lines', message: 'must have at least 1 item' };

it('does not repeat a single fault that the sentence names', () => {
  const sentence = 'The request body failed validation: destination_zip: must have 5 digits';
  expect(faultsBeside(sentence, [zip])).toEqual([]);
});

it('lists a single fault that the sentence does not name', () => {
  expect(faultsBeside('The request body failed validation', [zip])).toEqual([zip]);
});

it('lists all of several faults, also the one that the sentence names', () => {
  const sentence = 'The request body failed validation: destination_zip: must have 5 digits (and 1 more)';
  expect(faultsBeside(sentence, [zip, lines])).toEqual([zip, lines]);
});
