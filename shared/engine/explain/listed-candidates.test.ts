import fc from 'fast-check';
import { expect, it } from 'vitest';
import { engineCases } from '../../testing/engine-arbitraries.ts';
import { casesOf } from '../../testing/long.ts';
import { compileConfiguration } from '../compile.ts';
import { decide } from '../decide.ts';
import { VERDICTS } from '../verdicts.ts';
import { explain } from './explain.ts';
import { listCandidates } from './listed-candidates.ts';

const CASES = engineCases({ warehouses: 7, skus: 4, itemControl: true, policies: true, dates: true });

it('the first candidates are listed and those that ship, with their ranks; the others are counted by verdict', () => {
  fc.assert(
    fc.property(CASES, fc.integer({ min: 0, max: 5 }), ({ configuration, input }, most) => {
      const { order, destination, unit_values, availability, departures = null } = input;
      const compiled = compileConfiguration(configuration);
      const { decision } = decide(compiled, input);
      const stock = availability && { available: availability, reserved: new Map() };
      const evidence = { order, destination, stock, unit_values, departures, stock_as_seen: true };
      const listed = listCandidates(compiled, decision, evidence, most);
      const all = explain(compiled, decision, evidence).warehouses;
      const { warehouses, warehouses_not_listed } = explain(compiled, listed, evidence);
      const isListed = (each: (typeof all)[number]) => each.rank <= most || each.chosen;
      const identity = ({ rank, warehouse_id, chosen }: (typeof all)[number]) => [rank, warehouse_id, chosen];
      expect(warehouses.map(identity)).toEqual(all.filter(isListed).map(identity));
      const others = all.filter((each) => !isListed(each)).map(({ verdict }) => verdict);
      const counts = VERDICTS.map((verdict) => [verdict, others.filter((each) => each === verdict).length]);
      expect(warehouses_not_listed).toEqual(
        others.length === 0
          ? undefined
          : {
              count: others.length,
              by_verdict: Object.fromEntries(counts.filter(([, count]) => count !== 0)),
            },
      );
    }),
    { numRuns: casesOf(500) },
  );
}, 120_000);
