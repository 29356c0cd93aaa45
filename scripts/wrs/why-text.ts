import type { Schemas } from '../../shared/client/client.ts';
import type { Look } from '../terminal/look.ts';
import { amount, counted, inCurrency, money } from '../terminal/numbers.ts';
import { paragraph } from '../terminal/table.ts';
import { localTime } from '../terminal/times.ts';
import type { WrsContext } from './context.ts';

type Why = Schemas['Why'];
/** The explanation of a dry run, which has no decision. */
type Explanation = Schemas['DryRunWhy'];
type Warehouse = Why['warehouses'][number];

/** The titles of the columns. Stock is the last column and has the rest of the line. */
const HEADINGS = ['   RANK', 'WAREHOUSE', 'DAYS', 'MILES', 'COULD SHIP', 'STOCK'];
/** What could ship would cost so much. Only of an account with rates, before the stock. */
const COST = 'COST';
const MARK = '✓';
const MAX_NAME = 24;
const GAP = '  ';
/** Sentences begin below the names of warehouses. */
const INDENT = ' '.repeat(HEADINGS[0]!.length + GAP.length);

const MAX_COLUMNS = 120;
const USUAL_COLUMNS = 80;

type WhyLook = Pick<Look, 'columns' | 'currency'>;

/** How an explanation looks. Its width is limited, because long lines are hard to read; a file has no width of its own. */
export function whyLook({ out, look: { currency } }: Pick<WrsContext, 'out' | 'look'>): WhyLook {
  const { columns } = out as { readonly columns?: number };
  return { columns: Math.min(columns || USUAL_COLUMNS, MAX_COLUMNS), currency };
}

/** Why a decision is not current any more. */
export type OrderState = Pick<Schemas['OrderRouting'], 'state' | 'state_since'>;

const STATE_WORDS: Readonly<Record<OrderState['state'], string>> = {
  current: 'Current',
  held: 'Held until it is confirmed',
  replaced: 'Replaced by a newer decision',
  released: 'Released: the order was cancelled',
  left: 'Left: its shipments are on their way',
  shipped: 'Shipped: all of it has left',
  expired: 'Expired: it was not confirmed in time',
};

/**
 * An explanation in lines: what became of the decision, if it is not current, the summary, then a table of the warehouses.
 * `timeZone` is an IANA name; the default is the zone of this machine.
 */
export function whyText(
  why: Why,
  look: WhyLook,
  { state = null, timeZone }: { readonly state?: OrderState | null; readonly timeZone?: string } = {},
): string {
  const { columns } = look;
  const decidedAt = localTime(why.decided_at, timeZone);
  const became = state && `${STATE_WORDS[state.state]}, ${localTime(state.state_since!, timeZone)}.`;
  return [
    ...wrapped(`${why.order_id}: ${why.status} (decision ${why.routing_decision_id}, ${decidedAt})`, columns),
    ...(why.shipped_before ?? []).flatMap(({ sku, quantity }) =>
      wrapped(`${counted(quantity, 'unit')} of ${sku} had shipped before.`, columns),
    ),
    ...(why.shipped_earlier ?? []).flatMap(({ sku, quantity }) =>
      wrapped(`${counted(quantity, 'unit')} of ${sku} had shipped before the order was sent again.`, columns),
    ),
    ...(became === null ? [] : wrapped(became, columns)),
    '',
    explanationText(why, look),
  ].join('\n');
}

/** The same without the ids of a decision. */
export function explanationText(why: Explanation, look: WhyLook): string {
  const { columns } = look;
  return [
    ...wrapped(why.summary, columns),
    ...notes(why, look).flatMap((note) => wrapped(note, columns)),
    ...(why.warehouses.length === 0 ? [] : ['', ...warehouseTable(why.warehouses, look)]),
    ...notListedText(why).flatMap((text) => wrapped(text, columns)),
    ...section('Left out', why.left_out.map(leftOutText), columns),
    ...section(
      'Instead',
      why.alternatives.map(({ sentence }) => sentence),
      columns,
    ),
  ].join('\n');
}

function notes({ stock_as_seen, at_least_cost }: Explanation, look: WhyLook): string[] {
  return [
    ...(at_least_cost == null
      ? []
      : [`No route that ships as many units costs less than ${money(at_least_cost, look)}.`]),
    ...(stock_as_seen
      ? []
      : ['The decision was made before stock was stored with decisions: its numbers are not known.']),
  ];
}

/** `And 1,100 more: 900 not needed, 200 no stock.` */
function notListedText({ warehouses_not_listed: others }: Explanation): string[] {
  if (others === undefined) return [];
  const counts = Object.entries(others.by_verdict).map(
    ([verdict, count]) => `${numberText(count)} ${verdict.replaceAll('_', ' ')}`,
  );
  return [`And ${numberText(others.count)} more: ${counts.join(', ')}.`];
}

function leftOutText({ warehouse_id, warehouse_name, because }: Why['left_out'][number]): string {
  return `${warehouse_id} ${warehouse_name}: ${LEFT_OUT[because]}`;
}

const LEFT_OUT: Record<Why['left_out'][number]['because'], string> = {
  disabled: 'is disabled',
  profile: "is not among the Routing Profile's warehouses",
  reroute: 'was left out when the order was routed again',
};

function warehouseTable(warehouses: readonly Warehouse[], look: WhyLook): string[] {
  const isPriced = warehouses.some(({ cost_alone }) => cost_alone !== undefined);
  const headings = [...HEADINGS.slice(0, -1), ...(isPriced ? [inCurrency(COST, look)] : [])];
  const cells = warehouses.map((each) => [
    `${each.chosen ? MARK : ' '} ${String(each.rank).padStart(HEADINGS[0]!.length - 2)}`,
    shortened(`${each.warehouse_id} ${each.warehouse_name}`, MAX_NAME),
    numberText(each.transit_days),
    numberText(each.distance_miles),
    numberText(each.could_ship_units),
    ...(isPriced ? [each.cost_alone == null ? '-' : amount(each.cost_alone)] : []),
  ]);
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]!.length)),
  );
  const lineOf = (row: readonly string[], stock: string) =>
    [
      ...row.map((cell, column) => (column === 1 ? cell.padEnd(widths[1]!) : cell.padStart(widths[column]!))),
      stock,
    ]
      .join(GAP)
      .trimEnd();
  const before = widths.reduce((sum, width) => sum + width + GAP.length, 0);
  const blank = widths.map(() => '');
  return [
    lineOf(headings, HEADINGS.at(-1)!),
    ...warehouses.flatMap(({ lines, sentence }, index) => [
      ...stockTexts(lines)
        .flatMap((text) => wrapped(text, look.columns - before))
        .map((text, place) => lineOf(place === 0 ? cells[index]! : blank, text)),
      ...wrapped(sentence, look.columns, INDENT),
    ]),
  ];
}

/** A text for each SKU; only `-` if no stock was stored and no SKU is barred. */
function stockTexts(lines: Warehouse['lines']): string[] {
  const isKnown = lines.some(({ available_qty, barred_by }) => available_qty !== null || barred_by !== null);
  return isKnown ? lines.map(stockText) : [numberText(null)];
}

/** `CHAIR 1 + 2 reserved`; if a SKU may not ship from here, with the reason. */
function stockText({ sku, available_qty, reserved_qty, barred_by }: Warehouse['lines'][number]): string {
  const reserved = reserved_qty ? ` + ${numberText(reserved_qty)} reserved` : '';
  const barred = barred_by === null ? '' : ` (${BARRED[barred_by]})`;
  return `${sku} ${numberText(available_qty)}${reserved}${barred}`;
}

const BARRED: Record<NonNullable<Warehouse['lines'][number]['barred_by']>, string> = {
  drop_ship: 'drop ship',
  hold: 'hold',
  restrict: 'restricted',
  exclude: 'excluded',
  late_delivery: 'too late',
  max_transit_days: 'too slow',
  capacity: 'full',
};

function section(title: string, texts: readonly string[], columns: number): string[] {
  return texts.length === 0
    ? []
    : ['', `${title}:`, ...texts.flatMap((text) => wrapped(text, columns, '  '))];
}

function numberText(value: number | null): string {
  return value === null ? '-' : value.toLocaleString('en-US');
}

/** A text of at most `width` characters. The end of a longer text is left out. */
function shortened(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

/** A paragraph in lines, each after `indent`. */
function wrapped(text: string, columns: number, indent = ''): string[] {
  return paragraph(text, columns, indent.length).split('\n');
}
