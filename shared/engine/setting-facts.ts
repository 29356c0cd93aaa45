import type { PolicyMode, ProfileSettings, Settings } from './types.ts';

/** The values that a setting may have. Schemas, the fields of the console and the documents are made from this. */
export type SettingValues =
  | { readonly kind: 'switch' }
  | {
      readonly kind: 'choice';
      readonly choices: readonly string[];
      /** What an override of it begins with. */
      readonly suggested: string;
    }
  /** A whole number, or null. */
  | { readonly kind: 'count'; readonly min: number; readonly max?: number }
  /** A policy with a number, which may be null only if the policy allows. */
  | {
      readonly kind: 'limit';
      /** The name of its number. A `value` is a minimum, any other unit a maximum. */
      readonly unit: string;
      readonly isWhole: boolean;
      readonly min: number;
      readonly max: number;
      /** What the number is. */
      readonly aboutNumber: string;
    };

/** What people read of a setting. */
interface SettingWords {
  /** The heading of its field. */
  readonly label: string;
  /** Below the heading: what changes with it. */
  readonly help: string;
  /** In the API, the account file and the documents. */
  readonly about: string;
}

/** Settings that may be left out. */
type OptionalName = {
  [Name in keyof Settings]-?: object extends Pick<Settings, Name> ? Name : never;
}[keyof Settings];

/** All that is to be said of one setting. It stands beside the rule that reads it, and is listed in settings.ts. */
export type SettingFacts<Name extends keyof Settings = keyof Settings> = SettingWords &
  SettingValues & {
    /** The value of a new client. */
    readonly initial: Exclude<Settings[Name], undefined>;
    /** Of a whole run, of how a route is chosen, or a rule on routes. No profile has the settings of a run. */
    readonly group: Name extends keyof ProfileSettings ? 'route' | 'rule' : 'run';
    /**
     * Whether it may be left out. Then it is not stored while it is `initial`, so that what accounts without it store,
     * export and answer stays the same bytes.
     */
    readonly isOptional: Name extends OptionalName ? true : false;
  };

export const POLICY_MODES = ['allow', 'warn', 'block'] as const satisfies readonly PolicyMode[];

/** The values of a policy. */
export const POLICY = { kind: 'choice', choices: POLICY_MODES, suggested: 'block' } as const;
