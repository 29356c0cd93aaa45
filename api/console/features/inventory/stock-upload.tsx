import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { useScope } from '../../client/scope.ts';
import type { Fault } from '../../client/service-error.ts';
import { upload } from '../../client/upload.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';
import { ask, confirm } from '../../components/confirm.tsx';
import { FaultTable } from '../../components/fault-table.tsx';
import { FileStep } from '../../components/file-step.tsx';
import { Hint } from '../../components/hint.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { stringifySearch } from '../../view/search-codec.ts';
import { useCountReserving, useSettings } from '../configuration/use-settings.ts';

/** The upload of a stock file. It is checked first, and sent when the person has seen what it changes. */
export function StockUpload() {
  const { check, take, sent } = useStockUpload();
  const countReserving = useCountReserving();
  const isTest = useScope().environment === 'test';
  const isOnHand = useSettings().data?.settings.stock_counts === 'on_hand';
  const tryFile = async (file: File) => {
    take.reset();
    const tried = await check.mutateAsync(file);
    const { warnings = [], faults = [], fault_count = 0, reserved_units } = tried;
    const leavesOut = fault_count > 0;
    const taken = tried.rows_inserted + tried.rows_updated + tried.rows_unchanged;
    if (leavesOut && !(await mayLeaveOut(file, fault_count, faults))) return;
    const orders = reserved_units === 0 || isOnHand ? 0 : await countReserving();
    confirm({
      title: `Upload ${file.name}?`,
      text: `${leavesOut ? 'Its other rows have' : 'The file has'} no faults. It has ${counted(taken, 'row')}; stock then has ${whole(tried.rows_now + tried.rows_inserted)}, of which the others stay. ${
        isOnHand
          ? 'The file is taken as a count of what stands on the shelf: it ends no reservation.'
          : reserved_units === 0
            ? 'The file is taken as a count without reserved units. No units are reserved.'
            : `The file is taken as a count without reserved units, and ends all reservations, also of products that are not in the file: ${counted(reserved_units, 'unit')} of ${counted(orders, 'order')} can be promised again. This cannot be undone.`
      }`,
      effects: [
        { what: 'New rows', after: whole(tried.rows_inserted) },
        { what: 'Changed rows', after: whole(tried.rows_updated) },
        { what: 'Unchanged rows', after: whole(tried.rows_unchanged) },
        ...(leavesOut ? [{ what: 'Rows left out', after: whole(fault_count) }] : []),
        { what: 'Units in stock', before: whole(tried.units_now), after: whole(tried.units_then) },
        {
          what: 'Reserved units',
          before: whole(reserved_units),
          after: isOnHand ? whole(reserved_units) : '0',
          isDangerous: !isOnHand && reserved_units > 0,
        },
        ...(warnings.length > 0 ? [{ what: 'Warnings of the file', after: whole(warnings.length) }] : []),
      ],
      notice: isTest ? 'This changes Test stock only.' : undefined,
      verb:
        !isOnHand && reserved_units > 0
          ? `Replace the stock and end reservations of ${counted(reserved_units, 'unit')}`
          : 'Update stock',
      isDangerous: !isOnHand && reserved_units > 0,
      act: () => take.mutateAsync({ file, leavesOut }),
      done: 'Stock updated.',
    });
  };
  return (
    <Stack gap="sm">
      <Hint>
        CSV with the columns sku, warehouse_id and quantity_available, and optionally unit_value, unit_weight
        and sku_description. You review the changes before they apply.
      </Hint>
      <FileStep label="Drop a stock file here" hint="CSV or JSON" isBusy={sent !== null} check={tryFile}>
        {sent !== null && (
          <div>
            <Text size="sm">
              {sent < 1
                ? `Sending: ${Math.round(sent * 100)}%`
                : check.isPending
                  ? 'Checking…'
                  : 'Processing…'}
            </Text>
            <Progress value={sent * 100} aria-label="Upload" />
          </div>
        )}
        {take.data && (
          <Alert color="green" variant="light" title="Stock updated" role="status">
            {counted(take.data.rows_received, 'row')}: {whole(take.data.rows_inserted)} new,{' '}
            {whole(take.data.rows_updated)} updated, {whole(take.data.rows_unchanged)} unchanged
            {take.data.fault_count ? `, ${whole(take.data.fault_count)} left out` : ''}.
          </Alert>
        )}
      </FileStep>
    </Stack>
  );
}

/** Asks whether a file is to be taken without its faulty rows, which are shown. */
function mayLeaveOut(file: File, count: number, faults: readonly Fault[]): Promise<boolean> {
  return ask({
    title: `${file.name} has ${counted(count, 'faulty row')}`,
    text: 'Fix the file and choose it again, or leave these rows out: their stock stays as it is.',
    details: <FaultTable faults={faults} />,
    verb: count === 1 ? 'Leave this row out' : `Leave these ${whole(count)} rows out`,
  });
}

/** The answer to a sync, and to the dry run of one. */
type SyncAnswer = components['schemas']['InventorySyncResult'];
type TriedSync = components['schemas']['DryRunSync'];

/** A file of stock. */
interface StockFile {
  readonly file: File;
  /** Whether it is taken without its faulty rows. */
  readonly leavesOut: boolean;
}

/** The upload of a snapshot, with its progress. `check` only says what `take` would change, without faulty rows. */
function useStockUpload() {
  const scope = useScope();
  const [sent, setSent] = useState<number | null>(null);
  async function send<A>({ file, leavesOut }: StockFile, { isTrial }: { isTrial: boolean }): Promise<A> {
    setSent(0);
    try {
      const query = {
        ...scope,
        source_name: file.name,
        ...(leavesOut && { on_invalid: 'skip' }),
        ...(isTrial && { dry_run: 'true' }),
      };
      return await upload<A>({
        path: `/account/v1/inventory/uploads${stringifySearch(query)}`,
        type: /\.json$/i.test(file.name) ? 'application/json' : 'text/csv',
        body: file,
        onProgress: setSent,
        signal: new AbortController().signal,
      });
    } finally {
      setSent(null);
    }
  }
  const check = useMutation({
    mutationFn: (file: File) => send<TriedSync>({ file, leavesOut: true }, { isTrial: true }),
  });
  const take = useAccountMutation(
    (stock: StockFile) => send<SyncAnswer>(stock, { isTrial: false }),
    ['inventory', 'overview'],
  );
  return { check, take, sent };
}
