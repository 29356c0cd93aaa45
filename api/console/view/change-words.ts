import { ACCOUNT_SETTINGS } from '../../../shared/contracts/account/account-settings.ts';
import { type ChangeView, smallestChanges, valueText } from './changes.ts';
import { nameList } from './name-list.ts';
import { counted } from './numbers.ts';

const LABELS = new Map<string, string>(ACCOUNT_SETTINGS.map(({ name, label }) => [name, label]));

/** What an element of a list of the account is called. */
const ELEMENTS: Readonly<Record<string, string>> = {
  warehouses: 'Warehouse',
  profiles: 'Profile',
  item_controls: 'Rule',
};

const plain = (path: string) => path.split('.').map((name) => LABELS.get(name) ?? name.replaceAll('_', ' '));

/** The path of a change in words: `warehouses[EWR1].enabled` is `Warehouse EWR1: enabled`. */
export function pathWords(path: string): string {
  const [, part, id, rest] = /^(\w+)\[(.*)\](?:\.([^\]]*))?$/.exec(path) ?? [];
  const names = plain((rest ?? path).replace(/^(settings|rates)\./, ''));
  const element = part && `${ELEMENTS[part] ?? plain(part).join()} ${id}`;
  const words = [element, (element === undefined || rest !== undefined) && names.join(', ')];
  const text = words.filter(Boolean).join(': ');
  return text[0]!.toUpperCase() + text.slice(1);
}

const MAX_NAMED = 3;

/** The most letters of a value that is shown beside its name. */
const SHORT = 16;

/** Changes in one line: the first of them, and how many more. A single change with short values shows them. */
export function changeSummary(all: readonly ChangeView[]): string {
  const changes = smallestChanges(all);
  if (changes.length === 0) return 'no effect on routing';
  const [first] = changes;
  if (changes.length === 1 && isShort(first?.before) && isShort(first?.after)) {
    return `${pathWords(first!.path)}: ${valueText(first!.before)} → ${valueText(first!.after)}`;
  }
  return nameList(
    changes.map(({ path }) => pathWords(path)),
    MAX_NAMED,
  );
}

function isShort(value: unknown): boolean {
  return value !== undefined && valueText(value).length <= SHORT;
}

type Row = Readonly<Record<string, unknown>>;

/** What a draft changes, as it was sent: of settings and warehouses each value, of other lists how long they are. */
export function draftWords(draft: Row, warehouseName: (id: string) => string): string[] {
  return Object.entries(draft).flatMap(([part, value]) => {
    if (part === 'settings') return valueWords(value as Row);
    if (!Array.isArray(value)) return [`${pathWords(part)}: ${valueText(value)}`];
    if (part !== 'warehouses') return [`${pathWords(part)}: ${counted(value.length, 'row')}`];
    return (value as Row[]).map(({ warehouse_id, enabled, ...values }) => {
      const isEnabled = enabled === undefined ? [] : [enabled ? 'enabled' : 'disabled'];
      return `${warehouseName(String(warehouse_id))}: ${[...isEnabled, ...valueWords(values)].join(', ')}`;
    });
  });
}

const valueWords = (values: Row) =>
  Object.entries(values).map(([name, each]) => `${pathWords(name)} ${valueText(each)}`);
