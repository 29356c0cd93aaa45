import { Fragment } from 'react';
import { partsOf } from '../view/linked-pages.ts';
import { withDayWords } from '../view/ship-days.ts';
import { TextLink } from './page-link.tsx';

/** A sentence of the service, with links to the pages that it names. */
export function LinkedSentence({ text }: { text: string }) {
  return partsOf(text).map(({ text: part, to }, index) => (
    // The pieces of a sentence never change their order.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={index}>
      {to === undefined ? withDayWords(part) : <TextLink to={to}>{part}</TextLink>}
    </Fragment>
  ));
}
