import { Anchor } from '@mantine/core';
import { Fragment } from 'react';
import { partsOf } from '../view/linked-pages.ts';
import { PageLink } from './page-link.tsx';

/** A sentence of the service; a page that it names is a link. */
export function LinkedSentence({ text }: { text: string }) {
  return partsOf(text).map(({ text: part, to }, index) => (
    // Pieces of a sentence neither move nor change.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={index}>
      {to === undefined ? (
        part
      ) : (
        <Anchor component={PageLink} to={to} inherit>
          {part}
        </Anchor>
      )}
    </Fragment>
  ));
}
