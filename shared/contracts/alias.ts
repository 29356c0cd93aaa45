/** The value of a text field: trimmed, null if it was not sent or is blank. */
export function sentText(value: string | null | undefined): string | null {
  return value?.trim() || null;
}

/** The value of a field with an alias; null if neither was sent. Calls `contradiction` if both were sent and differ. */
export function eitherOf<T extends string | number>(
  preferred: T | null,
  alias: T | null,
  contradiction: () => void,
): T | null {
  if (preferred !== null && alias !== null && preferred !== alias) contradiction();
  return preferred ?? alias;
}
