import { Link } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ComponentType } from 'react';
import type { AddressSearch } from '../client/address.ts';

interface PageLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  readonly to: string;
  readonly search?: AddressSearch;
}

/** See useOpenPage. */
const TextLink = Link as unknown as ComponentType<PageLinkProps>;

/** A link to a page of the console. The client and the environment stay in the address. */
export function PageLink({ to, search = {}, ...rest }: PageLinkProps) {
  return <TextLink to={to} search={search} {...rest} />;
}
