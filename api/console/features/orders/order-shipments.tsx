import { type Column, column } from '../../components/column.ts';
import { MomentText } from '../../components/moment-text.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { Section } from '../../components/section.tsx';
import { nameList } from '../../view/name-list.ts';
import { dollars, inCurrency, whole } from '../../view/numbers.ts';
import { type AnyOrderResult, type ShipmentView, shipmentViews } from '../../view/order-result.ts';
import { ORDER_STATES, stateWord } from '../../view/order-states.ts';
import { dayWords } from '../../view/ship-days.ts';
import { STATUS_LOOKS, themed } from '../../view/statuses.ts';
import { useCurrency } from '../rates/use-rates.ts';
import type { Routing } from './use-order.ts';

const dayOf = (date: string | null) =>
  date === null ? '–' : <span className="one-line">{dayWords(date)}</span>;

const LATE = { color: themed(STATUS_LOOKS.NONE.ink) };

/** The shipments of a decision: units, dates, cost, and what has become of each. */
export function OrderShipments({ shown }: { shown: Routing }) {
  const rows = shipmentViews(shown.result as AnyOrderResult);
  const hasCosts = rows.some(({ cost }) => cost !== undefined);
  const hasDates = rows.some(({ ship_date }) => ship_date !== null);
  const currency = useCurrency(hasCosts);
  const deliverBy = shown.order.deliver_by;
  if (rows.length === 0) return null;
  const columns: readonly (Column<ShipmentView> | false)[] = [
    column('from', 'Ships from', ({ warehouse }) => <b>{warehouse}</b>, { wraps: true }),
    column('state', 'State', (shipment) => <ShipmentState shipment={shipment} shown={shown} />),
    column(
      'units',
      'Units',
      ({ lines }) => nameList(lines.map(({ sku, ship_qty }) => `${whole(ship_qty)} × ${sku}`)),
      { isWide: true, wraps: true },
    ),
    hasDates && column('leaves', 'Leaves', ({ ship_date }) => dayOf(ship_date)),
    hasDates &&
      column('arrives', 'Arrives', ({ delivery_date }) => {
        const isLate = delivery_date !== null && deliverBy !== undefined && delivery_date > deliverBy;
        return isLate ? <b style={LATE}>{dayOf(delivery_date)}, late</b> : dayOf(delivery_date);
      }),
    hasCosts &&
      column(
        'cost',
        inCurrency('Cost', currency),
        ({ cost }) => (cost === null ? 'no price' : dollars(cost!)),
        { numeric: true },
      ),
  ];
  return (
    <Section title="Shipments">
      <RowTable
        label="Shipments"
        columns={columns.filter((column) => column !== false)}
        rows={rows}
        idOf={({ warehouse_id }) => warehouse_id}
      />
    </Section>
  );
}

function ShipmentState({ shipment, shown }: { shipment: ShipmentView; shown: Routing }) {
  const left = (shown.shipments ?? []).filter(({ warehouse_id }) => warehouse_id === shipment.warehouse_id);
  const sum = (quantities: readonly number[]) => quantities.reduce((total, each) => total + each, 0);
  const gone = sum(left.flatMap(({ lines }) => lines.map(({ quantity }) => quantity)));
  const all = sum(shipment.lines.map(({ ship_qty }) => ship_qty));
  if (gone > 0)
    return (
      <>
        {gone < all ? `${whole(gone)} of ${whole(all)} shipped` : 'shipped'}{' '}
        <MomentText at={left.at(-1)!.shipped_at} />
      </>
    );
  if (shown.state_since === null || shown.state === 'shipped') return 'to be shipped';
  return <span title={ORDER_STATES[shown.state]}>{stateWord(shown.state).toLowerCase()}</span>;
}
