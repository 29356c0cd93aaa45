import type { Scope } from './scope.ts';

const of = (scope: Scope) => [scope.client ?? '', scope.environment] as const;
const account = ({ client = '' }: Scope) => [client] as const;

/**
 * What every answer is kept under: what it is, whose, and in which environment where that matters; then what was asked.
 */
export const queryKeys = {
  session: ['session'] as const,
  clients: ['clients'] as const,
  service: ['service'] as const,
  warehouses: (scope: Scope) => ['warehouses', ...account(scope)] as const,
  overview: (scope: Scope, period: string) => ['overview', ...of(scope), period] as const,
};
