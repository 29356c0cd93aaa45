import type { Money } from '../../money.ts';
import type { DriverCode, Unroutable } from '../../reason-codes.ts';
import type { Route } from '../../route.ts';
import type { SettingFacts } from '../../setting-facts.ts';
import type { PolicyFinding, PolicyRule } from '../../types.ts';
import type { RoutedOrder } from '../routed-order.ts';

/** The modes in which a rule is checked. */
export type ActiveMode = 'warn' | 'block';

/** What a finding says; `warehouse` is the name of the one that breaks the rule. */
type Sentence = (finding: PolicyFinding, warehouse: string) => string;

/** A rule on routes: it finds what breaks it, and has all that is said of that. */
export interface Policy {
  /** What a route does against the rule, if that is set to `mode`. `values` are those of its shipments, if they are known. */
  readonly find: (
    order: RoutedOrder,
    route: Route,
    mode: ActiveMode,
    values: readonly Money[] | null,
  ) => PolicyFinding | null;
  /** What the chosen route does. */
  readonly warned: Sentence;
  /** What the best route would do. */
  readonly blocked: Sentence;
  /** Of an order that ships nothing because of it: the code is `<rule>_blocked`. */
  readonly unroutable: Unroutable;
  /** Why a better route was not taken: `the transit limit blocks it`. */
  readonly blocksIt: string;
  /** If an order ships in full from another warehouse because this rule blocks the preferred one. */
  readonly passedOver?: {
    readonly code: DriverCode;
    /** Whether it is why, and the SKU that it is about. */
    readonly because: (
      order: RoutedOrder,
      routes: { readonly blocked: PolicyFinding | null; readonly unconstrained: Route },
    ) => { readonly sku: string | null } | null;
    /** What the preferred warehouse does: `would deliver too late`. `sku` is words. */
    readonly words: (sku: string) => string;
  };
}

/** A rule with its setting. */
export type PolicySetting<Rule extends PolicyRule> = SettingFacts<Rule> & { readonly policy: Policy };
