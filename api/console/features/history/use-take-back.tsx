import { useQuery } from '@tanstack/react-query';
import { type AnswerOf, read, sending } from '../../client/calls.ts';
import { useDraft } from '../../client/draft.tsx';
import { keyOf } from '../../client/query-keys.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { ChangeTable } from '../../components/change-table.tsx';
import { EnabledWarehouses } from '../../components/enabled-stock.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { useChange } from '../../components/use-change.ts';
import { changeSummary } from '../../view/change-words.ts';
import { counted } from '../../view/numbers.ts';
import { byWhom } from './by-whom.ts';
import type { Activation } from './use-history.ts';

const RESTORE = '/account/v1/configurations/{configuration_id}/restore';

/** Takes one change back, or all since a version, after a question that names what else goes with it. */
export function useTakeBack() {
  const restore = useChange(sending('post', RESTORE));
  const questionOf =
    (
      own: Activation['changes'],
      words: { readonly title: string; readonly verb: string; readonly done: string },
    ) =>
    ({ changes, enabled }: AnswerOf<typeof RESTORE, 'post'>) => {
      const paths = new Set(own.map(({ path }) => path));
      const also = changes.filter(({ path }) => !paths.has(path));
      return {
        ...words,
        of: {},
        text:
          also.length === 0
            ? 'Nothing else changes.'
            : `It also takes back ${counted(also.length, 'later change')}: ${changeSummary(also)}.`,
        details: (
          <>
            <ChangeTable changes={changes} />
            <EnabledWarehouses enabled={enabled} />
          </>
        ),
      };
    };
  return {
    /** `before`: the version before it. */
    undo: ({ changes }: Activation, before: number) =>
      restore.ask(
        { configuration_id: before },
        questionOf(changes, {
          title: 'Undo this change?',
          verb: 'Undo this change',
          done: 'The change is undone.',
        }),
      ),
    restore: ({ configuration_id: id }: Activation) =>
      restore.ask(
        { configuration_id: id },
        questionOf([], {
          title: `Restore version ${id}?`,
          verb: `Restore version ${id}`,
          done: `Version ${id} restored.`,
        }),
      ),
  };
}

/** So many versions are looked through. */
const LOOKED_THROUGH = 100;

/** The last change of an element, `item_controls[LAMP~hold]`, with its Undo; nothing if it is long ago, or in a draft. */
export function LastChange({ path }: { path: string }) {
  const query = clientQuery(useScope());
  const isDraft = useDraft() !== null;
  const { undo } = useTakeBack();
  const { data = [] } = useQuery({
    queryKey: keyOf('history', useScope(), 'of', path),
    queryFn: async () =>
      (await read('/account/v1/configurations', query, { limit: LOOKED_THROUGH })).activations,
  });
  const isOf = (each: { readonly path: string }) => each.path === path || each.path.startsWith(`${path}.`);
  const at = data.findIndex(({ changes }) => changes.some(isOf));
  const [last, before] = [data[at], data[at + 1]];
  if (isDraft || last === undefined || before === undefined) return null;
  return (
    <div>
      <RowButton label="Undo the last change" onClick={() => undo(last, before.configuration_id)}>
        Undo
      </RowButton>{' '}
      <small>
        {changeSummary(last.changes.filter(isOf))}, <MomentText at={last.activated_at} /> by {byWhom(last.by)}
      </small>
    </div>
  );
}
