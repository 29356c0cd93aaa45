import type { PrismaDatabase } from '../db/database.ts';
import type { Fault } from '../foundation/errors/app-error.ts';
import type { AccountState } from './account-state.ts';

/** A part of the account file that is shown and changed by itself, and has a version of its own. */
export interface AccountPart {
  /** Its change in the audit log. */
  readonly action: string;
  /** Its removal there, if that is called otherwise. */
  readonly removal?: string;
  /** The value whose version is the ETag. */
  versioned(state: AccountState): unknown;
  /** What people see of it, without the ETag. */
  show(db: PrismaDatabase, state: AccountState): object | Promise<object>;
  /** The members of the account file that `sent` changes; null removes the part. */
  changed(sent: unknown, before: AccountState): object;
  /** The fault of an account file as a fault of what was sent. */
  faultOf(fault: Fault): Fault;
}
