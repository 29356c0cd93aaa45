import { clientQuery, type Scope } from './scope.ts';

const of = (scope: Scope) => [scope.client ?? '', scope.environment] as const;
const account = ({ client = '' }: Scope) => [client] as const;

/** The kinds of answers, and what of the page's address an answer of each depends on. */
const KINDS = {
  session: 'nothing',
  sessions: 'nothing',
  'second-factor': 'nothing',
  'sso-offer': 'nothing',
  link: 'nothing',
  clients: 'nothing',
  service: 'nothing',

  /** What a client configures. Each change makes a new version of all of it. */
  configuration: 'client',
  people: 'client',
  webhooks: 'client',
  history: 'client',

  overview: 'environment',
  orders: 'environment',
  order: 'environment',
  why: 'environment',
  runs: 'environment',
  'bulk-actions': 'environment',
  'what-ifs': 'environment',
  inventory: 'environment',
  capacity: 'environment',
  usage: 'environment',
} as const;

export type Kind = keyof typeof KINDS;

/** The part of a scope that answers of a kind depend on. */
export function scopeOf(kind: Kind, scope: Scope): Partial<Scope> {
  if (KINDS[kind] === 'nothing') return {};
  return KINDS[kind] === 'client' ? clientQuery(scope) : scope;
}

/** The cache key of an answer: its kind, the scope, then what the request names. */
export const keyOf = (kind: Kind, scope: Scope, ...names: readonly unknown[]) =>
  [kind, scopeOf(kind, scope), ...names] as const;

/** The cache key of every answer: its kind, the client, the environment if it matters, then what the request names. */
export const queryKeys = {
  session: ['session'] as const,
  clients: ['clients'] as const,
  service: ['service'] as const,

  overview: (scope: Scope, period: string) => ['overview', ...of(scope), period] as const,
  orders: (scope: Scope, filters: object) => ['orders', ...of(scope), filters] as const,
  order: (scope: Scope, orderId: string) => ['order', ...of(scope), orderId] as const,
  why: (scope: Scope, decisionId: number | null) => ['why', ...of(scope), decisionId] as const,
  lookedUp: (scope: Scope, text: string) => ['looked-up', ...of(scope), text] as const,
  runs: (scope: Scope, filters: object) => ['runs', ...of(scope), filters] as const,
  run: (scope: Scope, runId: number) => ['runs', ...of(scope), runId] as const,
  bulkActions: (scope: Scope) => ['bulk-actions', ...of(scope)] as const,
  whatIfs: (scope: Scope) => ['what-ifs', ...of(scope)] as const,
  whatIf: (scope: Scope, id: number) => ['what-ifs', ...of(scope), id] as const,
  inventory: (scope: Scope, sought: string) => ['inventory', ...of(scope), sought] as const,
  sku: (scope: Scope, sku: string) => ['inventory', ...of(scope), 'sku', sku] as const,
  capacity: (scope: Scope) => ['capacity', ...of(scope)] as const,
  usage: (scope: Scope) => ['usage', ...of(scope)] as const,

  /** What a client configures, by the last part of its path. Each change makes a new version of all of it. */
  configuration: (scope: Scope, what: string) => ['configuration', ...account(scope), what] as const,
  history: (scope: Scope, what: string) => ['history', ...account(scope), what] as const,
};
