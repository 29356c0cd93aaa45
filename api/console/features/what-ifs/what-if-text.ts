import { whole } from '../../view/numbers.ts';
import { date } from '../../view/times.ts';
import type { ListedWhatIf } from './use-what-ifs.ts';

/** What a what-if is called. */
export const nameOf = ({ name, what_if_id }: Pick<ListedWhatIf, 'name' | 'what_if_id'>) =>
  name ?? `What-if ${what_if_id}`;

/** Its orders, in words. The end of a period is not part of it. */
export function ordersText({ orders, client_run_number }: ListedWhatIf): string {
  const { routing_run_id, from, to } = orders;
  if (client_run_number !== null) return `Run #${client_run_number}`;
  if (routing_run_id !== null) return 'A run that was deleted';
  const [first, last] = [date(new Date(from!)), date(new Date(Date.parse(to!) - 1))];
  return first === last ? first : `${first} – ${last}`;
}

/** Whether any order was compared. Before that a difference of 0 says nothing. */
export const isCompared = ({ progress }: Pick<ListedWhatIf, 'progress'>) => progress.orders_routed > 0;

/** A difference with its sign; `same` if there is none. */
export function signed(difference: number, text: (value: number) => string = whole): string {
  if (difference === 0) return 'same';
  return `${difference > 0 ? '+' : '−'}${text(Math.abs(difference))}`;
}
