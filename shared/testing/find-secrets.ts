/** What no log may contain. API keys and account tokens have a prefix; the tokens of a session have none. */
const SECRETS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['an API key', /wrs_(?:test|live)_[A-Za-z0-9_-]{43}/g],
  ['an account token', /wrs_account_[A-Za-z0-9_-]{43}/g],
  ['a webhook secret', /whsec_[A-Za-z0-9+/=_-]{20,}/g],
  ['a token of a session', /(?<![\w%=-])[A-Za-z0-9_-]{43}(?![\w%=-])|wrs_session=[^;"\s]+/g],
  ['a password in a URL', /\b[a-z]+:\/\/[^\s:@/"]*:[^\s@/"]+@/g],
  [
    'a member with a password',
    /"(?:\w*password\w*|secret|authorization|cookie)\\?":\s*\\?"(?!\[redacted\])[^"\\]+/gi,
  ],
];

/** Lists the secrets in a log: their kind and their first characters. `known` are the passwords that tests use. */
export function findSecrets(log: string, known: readonly string[] = []): string[] {
  const patterns = SECRETS.flatMap(([what, pattern]) =>
    [...log.matchAll(pattern)].map(([found]) => `${what}: ${found.slice(0, 24)}…`),
  );
  const words = known.filter((word) => log.includes(word)).map((word) => `a password: ${word.slice(0, 4)}…`);
  return [...new Set([...patterns, ...words])];
}
