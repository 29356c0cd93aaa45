import { Button } from '@mantine/core';
import { useMayChange, useMayWork } from '../../client/rights.ts';
import { PageLink, TextLink } from '../../components/page-link.tsx';
import type { Step } from '../../view/reasons.ts';

/** What to do, as a link to where it is done; a change of the account is named as the owner's to whoever may not make it. */
export function NextStep({ step, isButton }: { step: Step; isButton?: true }) {
  const mayChange = useMayChange();
  const mayWork = useMayWork();
  const { words, to, search = {}, isForOwners, isForMembers } = step;
  if ((isForOwners && !mayChange) || (isForMembers && !mayWork))
    return `Ask ${isForOwners ? 'an owner' : 'a member'}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  if (to === undefined) return words;
  if (isButton)
    return (
      <Button variant="default" size="xs" component={PageLink} to={to} search={search}>
        {words}
      </Button>
    );
  return (
    <TextLink to={to} search={search} size="sm">
      {words}
    </TextLink>
  );
}
