import { useLocalStorage } from '@mantine/hooks';
import { useScope } from './scope.ts';
import { useSession } from './session.ts';

/** How often a page refreshes its data. */
export const REFRESH_CHOICES = [
  { value: 'off', label: 'Off' },
  { value: '5', label: 'Every 5 seconds' },
  { value: '30', label: 'Every 30 seconds' },
];

/** The reader's choice, stored in this browser. */
export function useRefreshChoice() {
  return useLocalStorage({ key: 'refresh', defaultValue: '30', getInitialValueInEffect: false });
}

/** The choice for a query: milliseconds, or false for off. */
export function useRefreshMs(): number | false {
  const [choice] = useRefreshChoice();
  return choice === 'off' ? false : Number(choice) * 1000;
}

/** The columns of a list that the reader has hidden, and the extra ones that the reader has chosen. */
export function useToggledColumns(list: string) {
  return useLocalStorage<readonly string[]>({
    key: `columns:${list}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
}

/** The groups of the navigation that the reader has folded. */
export function useFoldedGroups() {
  return useLocalStorage<readonly string[]>({
    key: 'folded',
    defaultValue: [],
    getInitialValueInEffect: false,
  });
}

/** Filters and sorting of a list under a name. */
interface SavedView {
  readonly name: string;
  readonly search: Readonly<Record<string, string>>;
}

/** The reader's saved views of a list of the open client. */
export function useSavedViews(list: string) {
  const { client } = useScope();
  const own = useSession().data?.user.client?.slug;
  return useLocalStorage<readonly SavedView[]>({
    key: `views:${client ?? own ?? ''}:${list}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
}
