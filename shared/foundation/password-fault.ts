import { COMMON_PASSWORDS } from './common-passwords.ts';

/** Why a person may not have a password that others would try first; null: they may. Its length is checked elsewhere. */
export function passwordFault(email: string, password: string): string | null {
  const guess = comparable(password);
  const address = comparable(email);
  if (guess === '') return 'must not consist of spaces only';
  if (guess === address || guess === address.split('@')[0])
    return "must not be the person's own e-mail address";
  return COMMON_PASSWORDS.has(guess) ? 'must not be one of the most common passwords' : null;
}

function comparable(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
