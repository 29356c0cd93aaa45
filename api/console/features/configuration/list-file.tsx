import { Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type CsvList, listCsv, readListCsv } from '../../../../shared/contracts/intake/csv-account-lists.ts';
import { faultAtLine } from '../../../../shared/contracts/intake/fault-at-line.ts';
import { api } from '../../client/api.ts';
import { type AnswerOf, write } from '../../client/calls.ts';
import { saveAs } from '../../client/download.ts';
import { useDraft } from '../../client/draft.tsx';
import { useAffectedOrders } from '../../client/order-count.ts';
import { useMayChange } from '../../client/rights.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { type Fault, ServiceError } from '../../client/service-error.ts';
import type { Warehouse } from '../../client/warehouses.ts';
import { ChangeTable } from '../../components/change-table.tsx';
import { EnabledWarehouses } from '../../components/enabled-stock.tsx';
import { FileStep } from '../../components/file-step.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { type Asked, useChange } from '../../components/use-change.ts';
import { capitalized } from '../../view/capitalized.ts';
import { nameList } from '../../view/name-list.ts';
import { counted, whole } from '../../view/numbers.ts';
import { listChanges, listEffects } from './list-effects.ts';

interface ListWords {
  readonly noun: string;
  /** What happens to what a file leaves out. */
  readonly leftOut: string;
}

const WORDS: Readonly<Record<CsvList, ListWords>> = {
  warehouses: { noun: 'warehouse', leftOut: 'Warehouses that are not in it are disabled' },
  item_controls: { noun: 'rule', leftOut: 'Rules that are not in it are removed' },
};

/** Changes that are listed one by one, and elements whose orders are counted. */
const MAX_LISTED = 20;
const MAX_COUNTED = 5;

/** The file of a list of the account: it is saved, edited in a spreadsheet, and used again. A draft has none. */
export function ListFile({ list }: { list: CsvList }) {
  const [isOpen, dialog] = useDisclosure();
  const mayChange = useMayChange();
  const read = useReadList(list);
  const { noun, leftOut } = WORDS[list];
  if (useDraft() !== null) return null;
  const save = async () => {
    const { elements } = await read();
    saveAs(new Blob([listCsv(list, elements)], { type: 'text/csv' }), `${noun}s.csv`);
  };
  return (
    <>
      <PlainButton onClick={dialog.open}>CSV</PlainButton>
      <Modal opened={isOpen} onClose={dialog.close} title={`${capitalized(noun)}s as CSV`} size="lg">
        <Stack gap="sm">
          <Text size="sm">
            The file has all {noun}s, a row each. Edit it in a spreadsheet, and use it here again.
          </Text>
          <PlainButton style={{ alignSelf: 'flex-start' }} onClick={() => void save().catch(notifyFailed)}>
            Download all {noun}s
          </PlainButton>
          {mayChange && (
            <ListUpload
              list={list}
              hint={`${leftOut}. You review the changes before they apply.`}
              onDone={dialog.close}
            />
          )}
        </Stack>
      </Modal>
    </>
  );
}

function ListUpload({ list, hint, onDone }: { list: CsvList; hint: string; onDone: () => void }) {
  const read = useReadList(list);
  const replace = useReplaceList(list);
  const countOrders = useAffectedOrders();
  const { noun, leftOut } = WORDS[list];
  const recentOf = async (id: string, name = id) =>
    (await countOrders({ warehouse_id: id })).map(({ what, after }) => ({
      what: what.replace('from it', `from ${name}`),
      after,
    }));
  const check = async (file: File): Promise<void> => {
    const [present, text] = await Promise.all([read(), file.text()]);
    const { elements, lines, faults: unread, absent, warnings } = readListCsv(list, text, present.elements);
    const faults = [...unread];
    const questionOf = async ({
      account,
      changes,
      enabled,
    }: AnswerOf<'/account/v1/account', 'put'>): Promise<Asked> => {
      const found = listChanges(list, changes);
      const stopped = list === 'item_controls' ? [] : [...found.disabled, ...found.removed];
      const notices = [
        ...(absent.length > 0
          ? [`The file has no column ${nameList(absent, MAX_COUNTED)}: what is there now is removed.`]
          : []),
        ...warnings,
      ];
      const more = changes.length - MAX_LISTED;
      const sites = present.elements as readonly Warehouse[];
      const names = new Map(sites.map((each) => [each.warehouse_id, each.warehouse_name]));
      return {
        title: `Use ${file.name}?`,
        text:
          changes.length === 0
            ? `Nothing would change: the account has exactly these ${counted(elements.length, noun)}.`
            : `The file has no faults. ${leftOut}. The changes apply from the next order.`,
        effects: [
          ...listEffects(list, found, [present.elements.length, account[list].length]),
          ...(
            await Promise.all(stopped.slice(0, MAX_COUNTED).map((id) => recentOf(id, names.get(id))))
          ).flat(),
        ],
        details: (
          <>
            {notices.map((notice) => (
              <Text key={notice} size="sm">
                {notice}
              </Text>
            ))}
            {changes.length > 0 && <ChangeTable changes={changes.slice(0, MAX_LISTED)} />}
            {more > 0 && (
              <Text size="xs" c="dimmed">
                {whole(more)} more.
              </Text>
            )}
            <EnabledWarehouses enabled={enabled} />
          </>
        ),
        verb: `Replace the ${noun}s`,
        isDangerous: stopped.length + found.removed.length > 0,
        done: `${capitalized(noun)}s saved.`,
        onDone,
      };
    };
    const isWhole = (rows: readonly object[]) => unread.length === 0 && rows === elements;
    const attempt = (rows: readonly object[]) =>
      replace.propose({ ...present, elements: rows }, isWhole(rows) ? questionOf : () => null);
    if (elements.length > 0) faults.push(...(await faultsOf(list, elements, lines, attempt)));
    const lineOf = ({ path }: Fault) => Number(/\d+/.exec(path)?.[0] ?? 0);
    faults.sort((a, b) => lineOf(a) - lineOf(b));
    const detail = `Nothing was changed. Correct ${counted(faults.length, 'fault')} in ${file.name}, and choose it again.`;
    if (faults.length > 0) throw new ServiceError(422, { detail, errors: faults });
  };
  return (
    <FileStep label={`Drop a file of ${noun}s here`} hint={hint} isBusy={replace.isPending} check={check} />
  );
}

/** All faults of rows that `attempt` finds, each at its line: also those that it finds only once others are left out. */
async function faultsOf(
  list: CsvList,
  rows: readonly object[],
  lines: readonly number[],
  attempt: (rows: readonly object[]) => Promise<unknown>,
): Promise<Fault[]> {
  try {
    await attempt(rows);
    return [];
  } catch (error) {
    const { faults = [] } = error as { faults?: readonly Fault[] };
    if (faults.length === 0) throw error;
    const isGood = (_: unknown, at: number) => !faults.some(({ path }) => path.startsWith(`${list}[${at}]`));
    const good = rows.filter(isGood);
    const others =
      good.length === rows.length ? [] : await faultsOf(list, good, lines.filter(isGood), attempt);
    return [...faults.map((fault) => faultAtLine(fault, list, lines)), ...others];
  }
}

/** Reads a list of the account file whole, and the version of the account that it is from. */
function useReadList(list: CsvList) {
  const query = clientQuery(useScope());
  return async () => {
    const { data, response } = await api.GET('/account/v1/account', { params: { query } });
    const { client, [list]: elements } = data!;
    return { slug: client.slug, etag: response.headers.get('etag'), elements: elements as readonly object[] };
  };
}

type ReadList = Awaited<ReturnType<ReturnType<typeof useReadList>>>;

/** Replaces a list of the account, unless the account was changed since it was read. */
const useReplaceList = (list: CsvList) =>
  useChange(({ slug, etag, elements }: ReadList, query) =>
    // The service checks what the elements have.
    write('put', '/account/v1/account', query, { client: { slug }, [list]: elements as never, etag }),
  );
