import { Menu } from '@mantine/core';
import { useOpenPage } from '../../client/address.ts';
import { write } from '../../client/calls.ts';
import { useScope } from '../../client/scope.ts';
import { ButtonMenu } from '../../components/button-menu.tsx';
import { confirm } from '../../components/confirm.tsx';
import { countOf } from '../../components/status-bar.tsx';
import { counted, whole } from '../../view/numbers.ts';
import type { OrderStatus } from '../../view/statuses.ts';
import type { Run } from './use-runs.ts';

/** Parts of a run that are worth another try once there is stock or other rules. */
const PARTS: readonly (readonly [words: string, statuses: OrderStatus[]])[] = [
  ['that cannot ship', ['NONE']],
  ['that lack units', ['NONE', 'PARTIAL', 'PARTIAL_SPLIT']],
];

/** Routes only those orders of a run again that did not ship in full. */
export function RerouteMenu({ run }: { run: Run }) {
  const scope = useScope();
  const openPage = useOpenPage();
  const reroute = async (statuses: OrderStatus[]) => {
    const values = { routing_run_id: run.routing_run_id, statuses };
    const begun = await write('post', '/account/v1/runs/reroute', scope, values);
    await openPage(`/runs/${begun.routing_run_id}`);
  };
  const parts = PARTS.map(([words, statuses]) => ({
    words,
    statuses,
    orders: statuses.reduce((sum, status) => sum + countOf(run, status), 0),
  })).filter(({ orders }) => orders > 0);
  if (parts.length === 0) return null;
  const ask = ({ words, statuses, orders }: (typeof parts)[number]) =>
    confirm({
      title: `Reroute ${counted(orders, 'order')} ${words}?`,
      text:
        `A new run routes them again with the current rules and stock, except orders decided after ` +
        `run #${whole(run.client_run_number)}. Each counts as a routed order.`,
      verb: 'Reroute',
      act: () => reroute(statuses),
      done: 'Run started.',
    });
  return (
    <ButtonMenu label="Reroute" position="bottom-end">
      {parts.map((part) => (
        <Menu.Item key={part.words} onClick={() => ask(part)}>
          {counted(part.orders, 'order')} {part.words}…
        </Menu.Item>
      ))}
    </ButtonMenu>
  );
}
