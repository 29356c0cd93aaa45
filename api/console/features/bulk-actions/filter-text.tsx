import { Hint } from '../../components/hint.tsx';
import { nameList } from '../../view/name-list.ts';
import { counted } from '../../view/numbers.ts';
import { ORDER_FILTER_LABELS } from '../../view/order-filters.ts';
import { type OrderStatus, statusTitle } from '../../view/statuses.ts';

const LABELS: Readonly<Record<string, string>> = ORDER_FILTER_LABELS;

/** The conditions of a filter in one line. */
export function FilterText({ filter }: { filter: Readonly<Record<string, unknown>> }) {
  const conditions = Object.entries(filter).map(([name, value]) =>
    Array.isArray(value)
      ? `${counted(value.length, 'selected order')}: ${nameList(value)}`
      : `${LABELS[name] ?? name}: ${name === 'status' ? statusTitle(value as OrderStatus) : String(value)}`,
  );
  return <Hint className="anywhere">{conditions.length === 0 ? 'All orders' : conditions.join(', ')}</Hint>;
}
