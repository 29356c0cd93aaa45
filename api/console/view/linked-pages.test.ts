import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UNROUTABLE } from '../../../shared/engine/unroutable.ts';
import { ERRORS } from '../../../shared/foundation/errors/catalogue.ts';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { NAVIGATION } from '../app/nav.ts';
import { partsOf } from './linked-pages.ts';

/** What names a page of the console, in a sentence for people. */
const NAMES =
  /\b(?:(?!The )[A-Z]\w+ page|API Access|account interface|dashboard history|Item Control|Routing (?:Profile|Setting)s?|(?:a|the|larger) plan|plan allows|subscription)\b/g;

const linksOf = (sentence: string) => partsOf(sentence).flatMap(({ text, to }) => (to ? [{ text, to }] : []));

/** Lines of the service's sources that hold a sentence for people. */
function* sourceSentences(): Generator<string> {
  for (const folder of ['shared', 'api/routes']) {
    const files = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts') && !/test|generated|client/.test(name))) {
      const lines = readFileSync(join(projectRoot, folder, file), 'utf8').split('\n');
      yield* lines.filter((line) => /['"`].*(?:[A-Z]\w+ page|larger plan|plan allows)\b/.test(line));
    }
  }
}

describe('a sentence of the service', () => {
  const sentences = [
    ...Object.values(ERRORS).map(({ detail }) => detail),
    ...Object.values(UNROUTABLE).map(({ recommended_action }) => recommended_action),
    ...sourceSentences(),
  ];

  it('is a link wherever it names a page', () => {
    const naming = sentences.filter((sentence) => sentence.match(NAMES));
    expect(naming.length).toBeGreaterThan(8);
    for (const sentence of naming) {
      const named = [...sentence.matchAll(NAMES)].map(([words]) => words.toLowerCase());
      expect(linksOf(sentence).map(({ text }) => text.toLowerCase())).toEqual(expect.arrayContaining(named));
    }
  });

  it('leads to where an order is helped, unless its data or another vendor has to', () => {
    const elsewhere = ['invalid_destination_zip', 'external_fulfillment'];
    for (const [code, { recommended_action }] of Object.entries(UNROUTABLE)) {
      expect([code, linksOf(recommended_action).length > 0]).toEqual([code, !elsewhere.includes(code)]);
    }
  });

  it('leads to pages that there are, and keeps every word', () => {
    const pages = NAVIGATION.flatMap(({ entries }) => entries.map(({ to }) => to));
    for (const sentence of sentences) {
      expect(
        partsOf(sentence)
          .map(({ text }) => text)
          .join(''),
      ).toBe(sentence);
      for (const { to } of linksOf(sentence)) expect(pages).toContain(to);
    }
  });

  it('names pages as the contract does', () => {
    const sentence =
      'Unknown Warehouse ID: X. Set it up on the Warehouses page, or see API Access. Choose a plan.';
    expect(linksOf(sentence)).toEqual([
      { text: 'Warehouses page', to: '/warehouses' },
      { text: 'API Access', to: '/api-access' },
      { text: 'a plan', to: '/usage' },
    ]);
    expect(partsOf('No stock.')).toEqual([{ text: 'No stock.' }]);
  });
});
