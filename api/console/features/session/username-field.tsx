/** Whose password a form asks for, where it is known: password managers read it, people do not. */
export function UsernameField({ email }: { email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />;
}
