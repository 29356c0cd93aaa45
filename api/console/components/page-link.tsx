import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ComponentType } from 'react';
import type { AddressSearch } from '../client/address.ts';

interface PageLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  readonly to: string;
  readonly search?: AddressSearch;
}

/** See useOpenPage. */
const RouterLink = Link as unknown as ComponentType<PageLinkProps>;

/** A link to a page of the console. The client and the environment stay in the address. */
export function PageLink({ to, search = {}, ...rest }: PageLinkProps) {
  return <RouterLink to={to} search={search} {...rest} />;
}

/** The same as text: of the size of the text around it, or of its own. */
export function TextLink({ size, ...link }: PageLinkProps & Pick<AnchorProps, 'size' | 'c'>) {
  return <Anchor component={PageLink} {...(size === undefined ? { inherit: true } : { size })} {...link} />;
}
