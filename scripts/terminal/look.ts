import { Chalk, type ChalkInstance } from 'chalk';
import type { OrderStatus } from '../../shared/engine/types.ts';
import { STATUS_COLOURS, WARNING_COLOUR } from './statuses.ts';

/** How text looks on one stream. */
export interface Look {
  /** The most characters of a line. Infinity without a terminal, so that nothing is wrapped or cut. */
  readonly columns: number;
  readonly paint: Paint;
  /** What costs are in. Left out: it is not known. */
  readonly currency?: string | undefined;
}

/** Functions that colour text. Without colours they return it unchanged. */
export interface Paint {
  strong(text: string): string;
  faint(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  warning(text: string): string;
  status(status: OrderStatus, text?: string): string;
}

/** The part of a stream that decides its look, as of `process.stdout` and `process.stderr`. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  /** Bits of a colour: 1 without colours. Knows NO_COLOR, FORCE_COLOR and TERM. */
  getColorDepth?(): number;
  write(text: string): unknown;
}

/** The columns of a terminal that reports no size, or 0 columns. */
const USUAL_COLUMNS = 80;

/** The look of a file. */
export const PLAIN: Look = { columns: Number.POSITIVE_INFINITY, paint: createPaint(0) };

/** The look of a stream: plain text of any width if it is no terminal. */
export function lookOf(screen: Screen): Look {
  return {
    columns: screen.isTTY ? columnsOf(screen) : Number.POSITIVE_INFINITY,
    paint: createPaint(colourLevel(screen)),
  };
}

/** Characters of a line of a terminal. */
export function columnsOf({ columns }: Pick<Screen, 'columns'>): number {
  return columns || USUAL_COLUMNS;
}

/** Colours at a level of chalk's: 0 none, 1 sixteen, 2 of 256, 3 all. */
export function createPaint(level: 0 | 1 | 2 | 3): Paint {
  const chalk: ChalkInstance = new Chalk({ level });
  return {
    strong: (text) => chalk.bold(text),
    faint: (text) => chalk.dim(text),
    good: (text) => chalk.green(text),
    bad: (text) => chalk.red(text),
    warning: (text) => chalk.hex(WARNING_COLOUR)(text),
    status: (status, text = status) => chalk.bold.hex(STATUS_COLOURS[status])(text),
  };
}

function colourLevel(screen: Screen): 0 | 1 | 2 | 3 {
  // A file or a pipe gets no escape sequences.
  const depth = (screen.isTTY && screen.getColorDepth?.()) || 1;
  if (depth >= 24) return 3;
  if (depth >= 8) return 2;
  return depth >= 4 ? 1 : 0;
}
