import type { OrderStatus } from '../../shared/engine/types.ts';

/** What a status means, in plain words. The same as in the console and the documentation. */
export const STATUS_WORDS: Readonly<Record<OrderStatus, string>> = {
  FULL: 'ships in full',
  SPLIT: 'ships from several',
  PARTIAL: 'ships in part',
  PARTIAL_SPLIT: 'in part, from several',
  NONE: 'cannot ship',
};

/** Green, blue, amber, orange, red. Colour is never the only sign of a status. Readable on dark and light backgrounds. */
export const STATUS_COLOURS: Readonly<Record<OrderStatus, string>> = {
  FULL: '#2da44e',
  SPLIT: '#388bfd',
  PARTIAL: '#d4a72c',
  PARTIAL_SPLIT: '#e16f24',
  NONE: '#e5534b',
};

/** Amber: a policy warned. */
export const WARNING_COLOUR = '#d4a72c';
