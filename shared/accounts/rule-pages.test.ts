import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ItemControl } from '../engine/types.ts';
import { endsPage, replaceRule, rulePages, rulesOf, withRule } from './rule-pages.ts';

// Few SKUs, some of which end a page.
const skus = [...Array(2000).keys()].map(String);
const names = [...skus.filter(endsPage).slice(0, 3), ...skus.slice(0, 4)];
const rule = fc.record({
  sku: fc.constantFrom(...names),
  rule: fc.constantFrom('hold' as const, 'drop_ship' as const),
  note: fc.constantFrom(null, 'a', 'b'),
}) as fc.Arbitrary<ItemControl>;

it('a change of one rule makes the pages that the changed list has', () => {
  fc.assert(
    fc.property(fc.array(rule), rule, fc.nat(), fc.boolean(), (rules, other, at, isRemoved) => {
      const pages = rulePages(rules);
      expect(rulesOf(pages)).toEqual(rules);
      expect(withRule(pages, other)).toEqual(rulePages([...rules, other]));
      if (rules.length === 0) return;
      const place = at % rules.length;
      const { sku } = rules[place]!;
      const nth = rules.slice(0, place).filter((each) => each.sku === sku).length;
      const next = isRemoved ? null : { ...other, sku };
      const changed = rules.toSpliced(place, 1, ...(next === null ? [] : [next]));
      expect(replaceRule(pages, sku, nth, next)).toEqual(rulePages(changed));
    }),
  );
});
