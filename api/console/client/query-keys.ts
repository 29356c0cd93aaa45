import { clientQuery, type Scope } from './scope.ts';

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
  'looked-up': 'environment',
  runs: 'environment',
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

export const SESSION_KEY = ['session'] as const;
