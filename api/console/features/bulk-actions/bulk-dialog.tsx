import { Group, Modal, Stack, Text } from '@mantine/core';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { countText, countWords, type SearchCount } from '../../view/search-count.ts';
import type { RerouteBody } from '../orders/use-order.ts';
import type { FoundOrder } from '../orders/use-orders.ts';
import { FilterText } from './filter-text.tsx';
import { RerouteAllForm } from './reroute-all-form.tsx';
import { type BulkFilter, useBeginBulkAction, useMatchingCount } from './use-bulk-actions.ts';

interface BulkDialogProps {
  readonly kind: 'release' | 'reroute';
  readonly filters: BulkFilter;
  /** Orders that a person selected: then the filter has their IDs. */
  readonly selected: readonly FoundOrder[];
  readonly onClose: () => void;
  /** It is begun: what was selected is no longer meant. */
  readonly onDone: () => void;
}

/** Counts the orders of a filter, shows what would change, and begins the action. */
export function BulkDialog({ kind, filters, selected, onClose, onDone }: BulkDialogProps) {
  const matching = useMatchingCount(filters, selected);
  const begin = useBeginBulkAction();
  const act = (reroute?: RerouteBody) =>
    begin.mutate({ action: kind, filters, reroute }, { onSuccess: onDone });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${kind === 'release' ? 'Release' : 'Reroute'} ${selected.length > 0 ? 'selected' : 'matching'} orders`}
      size="lg"
    >
      <Stack gap="sm">
        <FilterText filter={filters} />
        <QueryView query={matching} lines={2}>
          {({ found, open, first }) => {
            if (open.orders === 0 && !open.more) return <Nothing found={found} onClose={onClose} />;
            return kind === 'release' ? (
              <ReleaseAll
                of={{ found, open }}
                isPending={begin.isPending}
                onAct={() => act()}
                onClose={onClose}
              />
            ) : (
              <RerouteAllForm
                count={open}
                first={first}
                isPending={begin.isPending}
                onAct={act}
                onClose={onClose}
              />
            );
          }}
        </QueryView>
        {begin.error && <ErrorNote error={begin.error} />}
      </Stack>
    </Modal>
  );
}

function Nothing({ found, onClose }: { found: SearchCount; onClose: () => void }) {
  return (
    <Group justify="space-between">
      <Text size="sm">
        {found.orders === 0
          ? 'No matching orders.'
          : `${countWords(found)} ${found.orders === 1 ? 'matches' : 'match'}, but none is current or held.`}
      </Text>
      <PlainButton onClick={onClose}>Close</PlainButton>
    </Group>
  );
}

/** Shows in numbers what a release of all orders changes. */
function ReleaseAll({
  of: { found, open },
  isPending,
  onAct,
  onClose,
}: {
  of: { found: SearchCount; open: SearchCount };
  isPending: boolean;
  onAct: () => void;
  onClose: () => void;
}) {
  return (
    <Stack gap="sm">
      <Text size="sm">
        {countWords(found)} {found.orders === 1 ? 'matches' : 'match'}; {countText(open)} of them{' '}
        {open.orders === 1 ? 'is' : 'are'} current or held. Releasing cancels them: their units are free for
        other orders, and only sending or rerouting an order by itself brings it back.
      </Text>
      <DialogButtons
        onClose={onClose}
        verb={`Release ${countWords(open)}`}
        color="red.9"
        loading={isPending}
        onAct={onAct}
      />
    </Stack>
  );
}
