import type { SettingFacts } from '../setting-facts.ts';

// Whether the orders of a batch are improved together (docs/explanation/whole-window.md).

/** The most orders of a managed run that are improved together. */
export const WINDOW_ORDERS = 5000;

/** The work of the search for a window's routes where nothing else is said (environment variable WINDOW_WORK). */
export const USUAL_WINDOW_WORK = 10_000_000;

export const BATCH_OPTIMIZATION = {
  kind: 'choice',
  choices: ['off', 'improve'],
  suggested: 'improve',
  group: 'run',
  initial: 'off',
  isOptional: true,
  label: 'Batch optimization',
  help: 'Improve: after the orders of a batch or a run are decided one by one, look for routes of all of them together that have fewer shipments or cost less. No order gets a worse route than it has alone.',
  about:
    'Whether the orders of a batch or a managed run are improved together, after each was decided alone: fewer shipments, or less cost, and no order worse off.',
} satisfies SettingFacts<'batch_optimization'>;

export const BATCH_MAX_DAYS_LATER = {
  kind: 'count',
  min: 0,
  max: 30,
  group: 'run',
  initial: 0,
  isOptional: true,
  label: 'Days later in a batch',
  help: 'With batch optimization: how many days later than alone an order may arrive, so that others need fewer shipments. Orders of earlier priority never do. Leave empty for any number.',
  about:
    'With batch_optimization: how many days later than alone an order may arrive; null: any. Orders of earlier is_vip or priority_level in an exchange never arrive later.',
} satisfies SettingFacts<'batch_max_days_later'>;
