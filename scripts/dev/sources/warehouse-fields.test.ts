import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { warehouseFields } from '../../../shared/contracts/account/warehouse.ts';
import { projectRoot } from '../../../shared/foundation/project-root.ts';

/** What the engine has of a warehouse; clear_stock is an instruction. */
const fields = Object.keys(warehouseFields.shape).filter((name) => name !== 'clear_stock');

const read = (...path: string[]) => readFileSync(join(projectRoot, ...path), 'utf8');

it.each(fields)('%s of a warehouse has its place in the form', (field) => {
  const form = ['warehouse-form.tsx', 'calendar-fields.tsx'].map((file) =>
    read('api/console/features/configuration', file),
  );
  expect(form.join()).toMatch(new RegExp(`['"\`]${field}\\b`));
});

it.each(fields.filter((name) => !name.startsWith('warehouse_')))(
  '%s of a warehouse is read by a rule',
  (field) => {
    const rules = ['shared/engine/rules', 'shared/ledger/departures', 'shared/transit'].flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.test)\.ts$/.test(file))
        .map((file) => read(folder, file)),
    );
    expect(rules.join()).toMatch(new RegExp(`\\b${field}\\b`));
  },
);
