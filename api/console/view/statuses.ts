import { capitalized } from './capitalized.ts';

/** Outcomes of an order, in the order in which they are always shown. */
export const STATUSES = ['FULL', 'SPLIT', 'PARTIAL', 'PARTIAL_SPLIT', 'NONE'] as const;

export type OrderStatus = (typeof STATUSES)[number];

interface StatusLook {
  /** In plain words; the same as in the terminal (scripts/terminal/statuses.ts). */
  readonly words: string;
  /** Shown beside the colour, which is never the only sign. */
  readonly sign: string;
  /** The text colour by theme. Contrast 4.5 : 1 against the page and against `tint`. */
  readonly ink: readonly [light: string, dark: string];
  /** The background of the text. */
  readonly tint: readonly [light: string, dark: string];
  /** The colour of bars and lanes. */
  readonly fill: readonly [light: string, dark: string];
}

const look = (
  words: string,
  sign: string,
  ink: StatusLook['ink'],
  tint: StatusLook['tint'],
  fill: StatusLook['fill'],
): StatusLook => ({ words, sign, ink, tint, fill });

/** Words, sign, ink, tint and fill of each outcome. */
export const STATUS_LOOKS: Readonly<Record<OrderStatus, StatusLook>> = {
  FULL: look('ships in full', '●', ['#0f5c2e', '#7ee2a8'], ['#dff5e7', '#12351f'], ['#2a9a52', '#3fb56b']),
  SPLIT: look(
    'ships from several',
    '◆',
    ['#15489b', '#9cc5ff'],
    ['#e0ecff', '#12294d'],
    ['#2f6bd6', '#4d8df0'],
  ),
  PARTIAL: look('ships in part', '◐', ['#6b4700', '#f2cf63'], ['#fff1c9', '#3b2d05'], ['#c99a12', '#d9ae2f']),
  PARTIAL_SPLIT: look(
    'in part, from several',
    '◈',
    ['#833a06', '#ffb37d'],
    ['#ffe6d3', '#432106'],
    ['#dd6b1f', '#ef8440'],
  ),
  NONE: look('cannot ship', '✕', ['#9a1c1c', '#ffa8a3'], ['#fde4e3', '#481615'], ['#c93a34', '#e5645e']),
};

/** A pair of values as CSS, which uses the value of the present theme. */
export const themed = ([light, dark]: readonly [string, string]) => `light-dark(${light}, ${dark})`;

/** The states of a run, and those of a delivery. */
export const RUN_STATUSES = ['queued', 'running', 'cancelling', 'cancelled', 'completed', 'failed'];
/** The same and `failing`, which is failed or waiting for another try. */
export const DELIVERY_STATUSES = ['failing', 'pending', 'delivered', 'failed', 'dropped'];

/** The words for them. */
export const RUN_WORDS: Readonly<Record<string, string>> = {
  queued: 'queued',
  running: 'running',
  cancelling: 'cancelling',
  cancelled: 'cancelled',
  completed: 'completed',
  failed: 'failed',
  pending: 'waiting',
  retrying: 'next try',
  delivered: 'delivered',
  dropped: 'dropped',
};

/** Whether a run of this state still changes. */
export const isLive = (status: string) => ['queued', 'running', 'cancelling'].includes(status);

/** An outcome by its words: `Ships in full`. */
export const statusTitle = (status: OrderStatus) => capitalized(STATUS_LOOKS[status].words);

/** Outcomes as the choices of a filter. */
export const STATUS_CHOICES = STATUSES.map((value) => ({ value, label: statusTitle(value) }));
