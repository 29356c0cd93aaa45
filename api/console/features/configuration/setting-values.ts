import {
  ACCOUNT_SETTINGS,
  type AccountSettingFacts,
} from '../../../../shared/contracts/account/account-settings.ts';

/** The settings that a profile may have of its own. */
export const PROFILE_SETTINGS = ACCOUNT_SETTINGS.filter(({ group }) => group !== 'run');

/** What an override begins with. */
export function firstValue(facts: AccountSettingFacts): unknown {
  switch (facts.kind) {
    case 'switch':
      return true;
    case 'choice':
      return facts.suggested;
    case 'count':
      return facts.min;
    default:
      return facts.initial;
  }
}

/** One of the values that a setting may have: `lowest cost`. */
export const choiceWords = (value: string) => value.replaceAll('_', ' ');

/** A setting's value as people read it. */
export function valueWords(value: unknown): string {
  if (value === true) return 'on';
  if (value === false) return 'off';
  if (value === null || value === undefined) return 'no limit';
  if (typeof value !== 'object') return choiceWords(String(value));
  if ('enabled' in value) return value.enabled ? `on, for ${(value as { days?: number }).days} days` : 'off';
  const { mode, ...number } = value as { mode: string };
  const [[unit, most] = []] = Object.entries(number);
  if (mode === 'allow') return 'allow';
  return unit === 'value' ? `${mode} below ${most}` : `${mode} above ${most} ${unit}`;
}
