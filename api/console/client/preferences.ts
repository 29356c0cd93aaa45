import { useLocalStorage } from '@mantine/hooks';

/** The choices of how often figures are read again. */
export const REFRESH_CHOICES = [
  { value: 'off', label: 'Refresh off' },
  { value: '5', label: 'Every 5 s' },
  { value: '30', label: 'Every 30 s' },
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
