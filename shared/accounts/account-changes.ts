/** One thing of an account that is not as it was; null: it was not there, or is no more. */
export interface AccountChange {
  /** By path of the account file, list elements by their name: `warehouses[EWR1].priority`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const NOT_SHOWN = 'not shown';

/** A password is another one now. Neither is told. */
export function passwordChange(email: string): AccountChange {
  return { path: `users[${email}].password`, before: NOT_SHOWN, after: NOT_SHOWN };
}
