import type { Money } from '../../money.ts';
import type { DriverCode, Unroutable } from '../../reason-codes.ts';
import type { Route } from '../../route.ts';
import type { SettingFacts } from '../../setting-facts.ts';
import type { PolicyFinding, PolicyRule } from '../../types.ts';
import type { SkuDemand } from '../demand.ts';
import type { RoutedOrder } from '../routed-order.ts';

/** The modes in which a rule is checked. */
export type ActiveMode = 'warn' | 'block';

/** What a finding says; `warehouse` is the name of the one that breaks the rule. */
type Sentence = (finding: PolicyFinding, warehouse: string) => string;

/** How a rule forbids routes where it is set to block. */
export type Forbids =
  /** Warehouses: those may not ship a SKU. */
  | {
      readonly what: 'warehouses';
      readonly bars: (order: RoutedOrder, demand: SkuDemand, warehouse: number) => boolean;
    }
  /** Routes of too many shipments, or too few units. */
  | { readonly what: 'sizes'; readonly limitsOf: (order: RoutedOrder) => RouteSizes }
  /** Any other routes: each that is found is judged by `find`. */
  | {
      readonly what: 'routes';
      /**
       * Whether all routes with some members are forbidden, by the most that each of them can ship of each demand. Left out: that
       * is not known.
       */
      readonly forbidsAll?: (order: RoutedOrder) => (most: Route) => boolean;
    };

/** What is left out is not limited. */
export interface RouteSizes {
  /** The most shipments. */
  readonly shipments?: number;
  /** The fewest units. */
  readonly units?: number;
}

/** A rule on routes: it finds what breaks it, and has all that is said of that. */
export interface Policy {
  /** How it forbids routes. The search, the window and explanations all read this. */
  readonly forbids: Forbids;
  /** Whether it is set to `mode` for an order. Left out: if its setting says so. */
  readonly isSet?: (order: RoutedOrder, mode: ActiveMode) => boolean;
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
