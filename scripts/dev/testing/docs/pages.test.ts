import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseAccountFile } from '../../../../shared/account/account-file.ts';
import { ALTERNATIVE_KINDS, BARS } from '../../../../shared/engine/explain/explanation.ts';
import {
  DRIVER_CODES,
  ITEM_CONTROL_FLAGS,
  UNFULFILLED_REASONS,
} from '../../../../shared/engine/reason-codes.ts';
import { LEFT_OUT_REASONS } from '../../../../shared/engine/rules/candidates.ts';
import { VERDICTS } from '../../../../shared/engine/verdicts.ts';
import { projectRoot } from '../../../../shared/foundation/project-root.ts';
import { PARTS } from './parts.ts';

/** `<!-- generated: NAME -->`, the part, `<!-- end -->` */
const PART = /(?<begin><!-- generated: (?<name>[a-z-]+) -->\n)(?<part>[\s\S]*?)(?<end><!-- end -->)/g;

const docs = join(projectRoot, 'docs');
const paths = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
const pages = paths.map((path) => {
  const file = join(docs, path);
  const text = readFileSync(file, 'utf8');
  const made = text.replace(
    PART,
    (_all, begin, name, _part, end) => `${begin}\n${PARTS[name]?.()}\n\n${end}`,
  );
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, made);
  return { path, text: process.env.UPDATE_GOLDEN === '1' ? made : text, made };
});

// UPDATE_GOLDEN=1 npx vitest run --project unit scripts/dev/testing/docs writes them.
it.each(pages.filter(({ text }) => text.includes('<!-- generated: ')))(
  '$path is up to date',
  ({ text, made }) => {
    expect(text).toBe(made);
  },
);

it('uses every generated part once', () => {
  const used = pages.flatMap(({ text }) => [...text.matchAll(PART)].map(({ groups }) => groups!.name!));
  expect(used.sort()).toEqual(Object.keys(PARTS).sort());
});

it.each([
  ...DRIVER_CODES,
  ...UNFULFILLED_REASONS,
  ...Object.values(ITEM_CONTROL_FLAGS),
  ...VERDICTS,
  ...BARS,
  ...LEFT_OUT_REASONS,
  ...ALTERNATIVE_KINDS,
])('docs/reference/results.md explains %s', (code) => {
  const results = pages.find(({ path }) => path === join('reference', 'results.md'))!;
  expect(results.text).toContain(`\`${code}\``);
});

/** JSON of the pages, by a member that says what it is part of: an account file, its transit, one of its profiles. */
const blocks = pages.flatMap(({ path, text }) =>
  [...text.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(
    ([, json], index) => [path, index + 1, JSON.parse(json!) as object] as const,
  ),
);
const isPart = /^(?:client|transit|partner_id)$/;

it.each(blocks.filter(([, , block]) => Object.keys(block).some((name) => isPart.test(name))))(
  '%s, JSON %i is of an account file',
  (_path, _index, block) => {
    const part = 'partner_id' in block ? { profiles: [block] } : block;
    expect(parseAccountFile({ client: { slug: 'acme' }, ...part })).toMatchObject({
      client: { slug: 'acme' },
    });
  },
);
