import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { ACCOUNT_SETTINGS } from '../../../../shared/contracts/account/account-settings.ts';
import { DATED_COLUMNS, PRICED_COLUMNS } from '../../../../shared/contracts/reports.ts';
import { UNROUTABLE_CODES } from '../../../../shared/engine/reason-codes.ts';
import { UNROUTABLE } from '../../../../shared/engine/unroutable.ts';
import { ERRORS } from '../../../../shared/foundation/errors/catalogue.ts';
import { projectRoot } from '../../../../shared/foundation/project-root.ts';
import { CHECKS } from '../../../../shared/operations/reconcile/checks.ts';
import { REPORTS } from '../../../../shared/operations/reports/reports.ts';
import { accountFileJsonSchema } from '../../../wrs/admin/account-file-json-schema.ts';
import { type AccountFileKey, keysOf } from '../../../wrs/admin/account-file-keys.ts';
import { wholeProgram } from '../../../wrs/command.ts';
import type { WrsContext } from '../../../wrs/context.ts';
import { savedFigures } from '../../bench/save-figures.ts';
import {
  type Changes,
  exampleDecision,
  PROFILE_EXAMPLE,
  RULE_EXAMPLES,
  resultText,
  SETTING_EXAMPLES,
  STATUS_ORDERS,
  sofaBatch,
  stockTable,
} from './examples.ts';

/** The generated parts of the pages in docs/, by the name in their markers. */
export const PARTS: Readonly<Record<string, () => string>> = {
  errors,
  'unroutable-codes': unroutableCodes,
  'example-stock': () => stockTable().join('\n'),
  statuses,
  settings,
  rules,
  profile: () => exampleLine(PROFILE_EXAMPLE[0], [PROFILE_EXAMPLE[1]]),
  environment,
  commands,
  'reconcile-checks': reconcileChecks,
  reports,
  figures,
};

const table = (head: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [
    `| ${head.join(' | ')} |`,
    `|${'---|'.repeat(head.length)}`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');

/** `- \`wrs route\`: route one order`, for what is too long for a column. */
const list = (entries: readonly (readonly [name: string, text: string])[]): string =>
  entries.map(([name, text]) => `- ${name}: ${text}`).join('\n');

/** A sentence that is as short says no more than its code. */
const MAX_PLAIN_WORDS = 6;

/** A page says the rest in its own words, or links to it. */
const firstSentence = (text: string) => text.replace(/(?<=\.) .*/, '');

function errors(): string {
  const codes = Object.entries(ERRORS);
  const statuses = [...new Set(codes.map(([, { status }]) => status))];
  return statuses
    .map((wanted) => {
      const own = codes.filter(([, { status }]) => status === wanted);
      const entries = own.map(([code, { detail, ...rest }]) => {
        const isPlain = detail.split(' ').length <= MAX_PLAIN_WORDS;
        return `\`${code}\`${'account' in rest ? ' *' : ''}${isPlain ? '' : `: ${firstSentence(detail)}`}`;
      });
      return `- ${wanted}\n${entries.map((each) => `  - ${each}`).join('\n')}`;
    })
    .join('\n');
}

function reports(): string {
  return list(
    REPORTS.map(({ name, row }) => [
      `\`${name}\``,
      Object.entries(row.shape)
        .map(
          ([column]) => `\`${column}\`${DATED_COLUMNS.has(column) || PRICED_COLUMNS.has(column) ? ' *' : ''}`,
        )
        .join(', '),
    ]),
  );
}

function unroutableCodes(): string {
  const codes = UNROUTABLE_CODES.map(
    (code) => `\`${code}\`${UNROUTABLE[code].category === 'inventory' ? ' *' : ''}`,
  );
  return codes.join(', ');
}

function statuses(): string {
  const rows = STATUS_ORDERS.map((order) => {
    const decision = exampleDecision(order);
    const { status, quality } = decision;
    return [order, `**${status}**`, quality, resultText(decision).replace(/^\w+(: )?/, '')];
  });
  return table(['order', 'status', '`routing_quality`', 'ships'], rows);
}

function settings(): string {
  const keys = keysOf(accountFileJsonSchema());
  return ACCOUNT_SETTINGS.map(({ name, about, initial: value }) => {
    const { values } = keyOf(keys, `settings.${name}`);
    const parts = keys.filter(({ path }) => path.startsWith(`settings.${name}.`));
    const kinds = parts.map(({ path, values: each }) => `\`${path.split('.').at(-1)}\`: ${each}`);
    const isObject = typeof value === 'object' && value !== null;
    const initial = isObject ? ('mode' in value ? value.mode : JSON.stringify(value)) : value;
    const example = settingExample(name);
    return [
      `### ${name}`,
      '',
      words(
        `${about} ${typeof value === 'boolean' ? '' : `Values: ${values || kinds.join('; ')}. `}Default: ${initial}.`,
      ),
      '',
      ...(example === null ? [] : [example, '']),
    ].join('\n');
  })
    .join('\n')
    .trimEnd();
}

/** With the values of settings as code. */
const words = (text: string) => text.replace(/\b(?:true|false|null|allow|warn|block)\b/g, '`$&`');

/** Null for a setting that no decision depends on. */
function settingExample(name: string): string | null {
  if (name === 'priority_allocation') return batchLine(([on]) => sofaBatch(on!, true));
  if (name === 'consume_inventory_during_batch') return batchLine(([on]) => sofaBatch(true, on!));
  if (SETTING_EXAMPLES[name] === undefined) return null;
  const [order, ...values] = SETTING_EXAMPLES[name];
  return exampleLine(
    order,
    values.map((settings) => ({ settings })),
  );
}

function batchLine(results: (on: [boolean]) => string[]): string {
  const cases = [true, false].map((on) => {
    const [first, vip] = results([on]);
    return `\`${on}\`: the first ${first}; the VIP ${vip}.`;
  });
  return bullets('Two orders of 2 SOFA; the second is VIP.', cases);
}

function exampleLine(order: string, changes: readonly Changes[]): string {
  const [initial, ...changed] = [{}, ...changes].map((each) => resultText(exampleDecision(order, each)));
  const cases = changes.map((each, index) => `${changeText(each)}: ${changed[index]}.`);
  return bullets(`An order of ${order} is ${initial}.`, cases);
}

const bullets = (head: string, cases: readonly string[]): string =>
  [head, '', ...cases.map((each) => `- ${each}`)].join('\n');

/** The members of an object as an account file has them, without the braces. */
const membersText = (value: object) =>
  JSON.stringify(value, null, 1)
    .slice(1, -1)
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/([[{]) | ([\]}])/g, '$1$2');

function changeText({ settings: changed }: Changes): string {
  return changed === undefined ? 'with the profile' : `\`${membersText(changed)}\``;
}

function rules(): string {
  return list(
    RULE_EXAMPLES.map(([order, example]) => {
      const { sku, ...rule } = example;
      const results = [{}, { rules: [example] }].map((changes) =>
        resultText(exampleDecision(order, changes)),
      );
      return [`\`${Object.values(rule).join(' ')}\` on ${sku}, ${order}`, results.join(' → ')];
    }),
  );
}

function keyOf(keys: readonly AccountFileKey[], path: string): AccountFileKey {
  return keys.find((each) => each.path === path)!;
}

/** The variables of .env.example: those below one comment share a row with it. */
function environment(): string {
  const example = readFileSync(join(projectRoot, '.env.example'), 'utf8');
  const groups = example.matchAll(/(?<comment>(?:^# .*\n)+)(?<variables>(?:^#[A-Z_]+=.*\n)+)/gm);
  return list(
    [...groups].map(({ groups: group }) => [
      [...group!.variables!.matchAll(/^#(.*)$/gm)].map(([, variable]) => `\`${variable}\``).join(', '),
      firstSentence(group!.comment!.replace(/^# +/gm, '').trim().replaceAll('\n', ' ')),
    ]),
  );
}

function reconcileChecks(): string {
  return CHECKS.map(({ name, repairable }) => `\`${name}\`${repairable ? ' *' : ''}`).join(', ');
}

/** Building the commands uses nothing of the context but where text goes. */
const { stdout: out, stderr: screen } = process;
const wrs = await wholeProgram({ out, screen } as unknown as WrsContext);

/** The commands of `wrs`; a group shares a row. */
function commands(): string {
  return list(rowsOf(wrs, ''));
}

function rowsOf(group: Command, before: string): [words: string, about: string][] {
  const prefix = `${before}${group.name()} `;
  const leaves = group.commands.filter(({ commands }) => commands.length === 0);
  const about = (command: Command) => command.description().replace(/[:;,] .*/, '');
  const own: [string, string][] =
    before === ''
      ? leaves.map((each) => [`\`${prefix}${callOf(each)}\``, about(each)])
      : [[`\`${prefix.trim()}\``, leaves.map((each) => `\`${each.name()}\``).join(', ')]];
  const groups = group.commands.filter(({ commands }) => commands.length > 0);
  return [...own, ...groups.flatMap((each) => rowsOf(each, prefix))];
}

const callOf = (command: Command) =>
  [command.name(), ...command.registeredArguments.map((argument) => `<${argument.name()}>`)].join(' ');

/** The saved figures of the bench. A goal is for the ratio; without a floor it is for the product's own figure. */
function figures(): string {
  const amount = (value: number) => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
  const shown = savedFigures().filter(({ goal }) => goal !== null);
  const rows = shown.map(({ suite, case: what, unit, ours, floor, ratio, goal, better }) => {
    const isReached = better === 'lower' ? ratio <= goal! : ratio >= goal!;
    const sign = better === 'lower' ? '≤' : '≥';
    return [
      `${suite}: ${what}`,
      `${amount(ours)} ${unit}`,
      `${floor === null ? '' : amount(ratio)} (${sign} ${amount(goal!)}${isReached ? '' : ', missed'})`,
    ];
  });
  const dates = [...new Set(savedFigures().map(({ measured }) => measured))].sort();
  const nodes = [...new Set(savedFigures().map(({ node }) => node))];
  return `Measured ${dates.join(', ')}, Node ${nodes.join(', ')}.\n\n${table(['case', 'product', 'ratio (goal)'], rows)}`;
}
