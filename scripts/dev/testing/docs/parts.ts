import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { DEFAULT_ACCOUNT_SETTINGS } from '../../../../shared/contracts/account/settings.ts';
import { UNROUTABLE } from '../../../../shared/engine/reason-codes.ts';
import { ERRORS } from '../../../../shared/foundation/errors/catalogue.ts';
import { projectRoot } from '../../../../shared/foundation/project-root.ts';
import { CHECKS } from '../../../../shared/operations/reconcile/checks.ts';
import { accountFileJsonSchema } from '../../../wrs/admin/account-file-json-schema.ts';
import { type AccountFileKey, keysOf } from '../../../wrs/admin/account-file-keys.ts';
import { wrsProgram } from '../../../wrs/command.ts';
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

function errors(): string {
  const codes = Object.entries(ERRORS);
  const statuses = [...new Set(codes.map(([, { status }]) => status))];
  return statuses
    .map((wanted) => {
      const own = codes.filter(([, { status }]) => status === wanted);
      const entries = own.map(
        ([code, { detail, ...rest }]) => [`\`${code}\`${'account' in rest ? ' *' : ''}`, detail] as const,
      );
      return `### ${wanted}\n\n${list(entries)}`;
    })
    .join('\n\n');
}

function unroutableCodes(): string {
  const rows = Object.entries(UNROUTABLE).map(([code, { category, recommended_action }]) => [
    `\`${code}\``,
    `\`${category}\``,
    recommended_action,
  ]);
  return table(['`unroutable_reason_code`', 'category', '`recommended_action`'], rows);
}

function statuses(): string {
  const rows = STATUS_ORDERS.map((order) => {
    const decision = exampleDecision(order);
    const { shipments, status, quality } = decision;
    return [order, `**${status}**`, quality, shipments.length, resultText(decision).replace(/^\w+(: )?/, '')];
  });
  return table(['order', 'status', 'quality', 'shipments', 'ships'], rows);
}

function settings(): string {
  const keys = keysOf(accountFileJsonSchema());
  return Object.entries(DEFAULT_ACCOUNT_SETTINGS)
    .map(([name, value]) => {
      const { values, description } = keyOf(keys, `settings.${name}`);
      const parts = keys.filter(({ path }) => path.startsWith(`settings.${name}.`));
      const kinds = parts.map(({ path, values: each }) => `\`${path.split('.').at(-1)}\`: ${each}`);
      const isObject = typeof value === 'object' && value !== null;
      const initial = isObject ? ('mode' in value ? value.mode : JSON.stringify(value)) : value;
      const example = settingExample(name);
      return [
        `### ${name}`,
        '',
        words(`${description} Values: ${values || kinds.join('; ')}. Default: ${initial}.`),
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
  if (name === 'priority_allocation') return batchLine(name, ([on]) => sofaBatch(on!, true));
  if (name === 'consume_inventory_during_batch') return batchLine(name, ([on]) => sofaBatch(true, on!));
  if (SETTING_EXAMPLES[name] === undefined) return null;
  const [order, ...values] = SETTING_EXAMPLES[name];
  return exampleLine(
    order,
    values.map((settings) => ({ settings })),
  );
}

function batchLine(name: string, results: (on: [boolean]) => string[]): string {
  const cases = [true, false].map((on) => {
    const [first, vip] = results([on]);
    return `\`${membersText({ [name]: on })}\`: first order ${first}; VIP order ${vip}.`;
  });
  return bullets('Example: a batch of two orders, each of 2 SOFA; the second is VIP.', cases);
}

function exampleLine(order: string, changes: readonly Changes[]): string {
  const cases = [{}, ...changes].map(
    (each) => `${changeText(each)}: ${resultText(exampleDecision(order, each))}.`,
  );
  return bullets(`Example: an order of ${order}.`, cases);
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

function changeText({ settings: changed, profiles }: Changes): string {
  if (changed !== undefined) return `\`${membersText(changed)}\``;
  return profiles === undefined ? 'by default' : 'with the profile';
}

function rules(): string {
  const rows = RULE_EXAMPLES.map(([order, example]) => {
    const { sku, ...rule } = example;
    const results = [{}, { rules: [example] }].map((changes) => resultText(exampleDecision(order, changes)));
    return [`${sku}: \`${Object.values(rule).join(' ')}\``, order, ...results];
  });
  return table(['rule', 'order', 'without it', 'with it'], rows);
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
      group!.comment!.replace(/^# +/gm, '').trim().replaceAll('\n', ' '),
    ]),
  );
}

function reconcileChecks(): string {
  return list(CHECKS.map(({ name, rule, repairable }) => [`\`${name}\`${repairable ? ' *' : ''}`, rule]));
}

/** Every command of `wrs` that does something. Building them uses nothing of the context but where text goes. */
function commands(): string {
  const { stdout: out, stderr: screen } = process;
  const rows = leavesOf(wrsProgram({ out, screen } as unknown as WrsContext), '').map(([words, command]) => {
    const values = command.registeredArguments.map((argument) => ` <${argument.name()}>`).join('');
    return [`\`${words}${values}\``, command.description().replace(/[:;,] .*/, '')] as const;
  });
  return list(rows);
}

function leavesOf(command: Command, before: string): [words: string, command: Command][] {
  const words = `${before}${command.name()}`;
  if (command.commands.length === 0) return [[words, command]];
  return command.commands.flatMap((each) => leavesOf(each, `${words} `));
}

/** The saved figures of the bench. A goal is for the ratio; without a floor it is for the product's own figure. */
function figures(): string {
  const amount = (value: number) => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
  const rows = savedFigures().map(({ suite, case: what, unit, ours, floor, ratio, goal, better }) => {
    const isReached = goal === null || (better === 'lower' ? ratio <= goal : ratio >= goal);
    const sign = better === 'lower' ? '≤' : '≥';
    return [
      `${suite}: ${what}`,
      `${amount(ours)} ${unit}`,
      floor === null ? '' : amount(floor),
      floor === null ? '' : amount(ratio),
      goal === null ? '' : `${sign} ${amount(goal)}${isReached ? '' : ', missed'}`,
    ];
  });
  const dates = [...new Set(savedFigures().map(({ measured }) => measured))].sort();
  const nodes = [...new Set(savedFigures().map(({ node }) => node))];
  return `Measured ${dates.join(', ')}, Node ${nodes.join(', ')}.\n\n${table(['case', 'product', 'floor', 'ratio', 'goal'], rows)}`;
}
