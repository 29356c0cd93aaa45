import { read, write } from './calls.ts';
import { useDraft } from './draft.tsx';
import { clientQuery, useScope } from './scope.ts';
import { ServiceError } from './service-error.ts';
import { useAccountMutation } from './use-account-mutation.ts';

/** Makes an earlier configuration the present one; a dry run says what that changes. */
export function useRestore({ isTrial }: { isTrial: boolean }) {
  return useAccountMutation(
    (configuration_id: number, query) =>
      write('post', '/account/v1/configurations/{configuration_id}/restore', query, {
        configuration_id,
        query: { dry_run: isTrial ? 'true' : undefined },
      }),
    isTrial ? [] : ['configuration'],
  );
}

type Act = () => Promise<unknown>;

/**
 * Makes a change of the account one that can be taken back: Undo restores the configuration before it, unless the account
 * was changed since. A change of a draft has no Undo: it is undone in the list of the draft's changes.
 */
export function useUndoable(): (act: Act) => { readonly act: Act; readonly undo?: Act } {
  const draft = useDraft();
  const query = clientQuery(useScope());
  const restore = useRestore({ isTrial: false });
  if (draft !== null) return (act) => ({ act });
  const present = async () => {
    const { activations } = await read('/account/v1/configurations', query, { limit: 1 });
    return activations[0]!.configuration_id;
  };
  return (act) => {
    let [before, after] = [0, 0];
    return {
      act: async () => {
        before = await present();
        await act();
        after = await present();
      },
      undo: async () => {
        if ((await present()) !== after) throw new ServiceError(409, { detail: CHANGED_SINCE });
        await restore.mutateAsync(before);
      },
    };
  };
}

const CHANGED_SINCE = 'The account has changed since. Restore an earlier version on the History page.';
