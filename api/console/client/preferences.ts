import { useLocalStorage } from '@mantine/hooks';
import { useScope } from './scope.ts';
import { useSession } from './session.ts';

/** A choice of the reader, stored in this browser. */
const useChoice = <T>(key: string, defaultValue: T) =>
  useLocalStorage<T>({ key, defaultValue, getInitialValueInEffect: false });

/** How often a page refreshes its data. */
export const REFRESH_CHOICES = [
  { value: 'off', label: 'Off' },
  { value: '5', label: 'Every 5 seconds' },
  { value: '30', label: 'Every 30 seconds' },
];

export const useRefreshChoice = () => useChoice('refresh', '30');

/** The choice for a query: milliseconds, or false for off. */
export function useRefreshMs(): number | false {
  const [choice] = useRefreshChoice();
  return choice === 'off' ? false : Number(choice) * 1000;
}

/** The columns of a list that the reader has hidden, and the extra ones that the reader has chosen. */
export const useToggledColumns = (list: string) => useChoice<readonly string[]>(`columns:${list}`, []);

/** The groups of the navigation that the reader has folded. */
export const useFoldedGroups = () => useChoice<readonly string[]>('folded', []);

/** What the reader opened by the search, the latest first. */
export const useRecentTargets = <T>() => {
  const { client } = useScope();
  return useChoice<readonly T[]>(`recent:${client ?? ''}`, []);
};

/** Filters and sorting of a list under a name. */
interface SavedView {
  readonly name: string;
  readonly search: Readonly<Record<string, string>>;
}

/** The reader's saved views of a list of the open client. */
export function useSavedViews(list: string) {
  const { client } = useScope();
  const own = useSession().data?.user.client?.slug;
  return useChoice<readonly SavedView[]>(`views:${client ?? own ?? ''}:${list}`, []);
}
