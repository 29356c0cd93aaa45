import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { variantA } from '../contracts/a/present.ts';
import type { OrderResultA } from '../contracts/a/schema.ts';
import { csvRow } from '../foundation/csv-text.ts';
import { presented } from '../testing/decide-scenario.ts';
import { SCENARIOS } from '../testing/scenarios.ts';
import { RESULT_COLUMNS, resultColumns, resultRow } from './result-cells.ts';

describe('a result as a CSV row', () => {
  it.each(SCENARIOS)('has a date and a cost if the answer has: $name', (scenario) => {
    const { configuration } = scenario;
    const decided = presented(scenario);
    const answer: OrderResultA = JSON.parse(variantA.presentOrder(scenario, decided));
    const text = `${csvRow(...resultColumns(configuration))}${csvRow(...resultRow(configuration, decided))}`;
    const [row] = parse(text, { columns: true }) as Record<string, string>[];
    const shown = ['delivery_date', 'total_cost'].filter((column) => column in answer);
    expect(Object.keys(row!)).toEqual([...RESULT_COLUMNS, ...shown]);
    const { delivery_date, total_cost, status } = answer;
    expect(row).toMatchObject({
      status,
      ...(delivery_date !== undefined && { delivery_date: delivery_date ?? '' }),
      ...(total_cost !== undefined && { total_cost: total_cost === null ? '' : String(total_cost) }),
    });
  });
});
