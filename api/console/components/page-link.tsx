import { Link } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

interface PageLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  readonly to: string;
  readonly search?: Readonly<Record<string, string | undefined>>;
}

/** A link to a page of the console, whose address is text: whose account and environment it is stays in the address. */
export function PageLink({ to, search = {}, ...rest }: PageLinkProps) {
  return <Link to={to as string} search={search as never} {...(rest as object)} />;
}
