import { Menu } from '@mantine/core';
import { useSetSearch } from '../../client/address.ts';
import { ButtonMenu } from '../../components/button-menu.tsx';
import { DAY_MS, day } from '../../view/times.ts';

const HOUR_MS = 3_600_000;

/** Periods by their names, as the filters From and Until. */
const PERIODS: readonly (readonly [
  name: string,
  of: (now: Date) => { from: string; to: string | undefined },
])[] = [
  [
    'This hour',
    (now) => ({ from: new Date(Math.floor(+now / HOUR_MS) * HOUR_MS).toISOString(), to: undefined }),
  ],
  ['Today', (now) => ({ from: day(now), to: undefined })],
  ['Yesterday', (now) => ({ from: yesterday(now), to: yesterday(now) })],
  ['Last 24 hours', (now) => ({ from: new Date(+now - DAY_MS).toISOString(), to: undefined })],
  // Both fields then take times.
  [
    'Exact times',
    (now) => ({ from: new Date(now.setHours(0, 0, 0, 0)).toISOString(), to: new Date().toISOString() }),
  ],
  ['Last 7 days', (now) => ({ from: day(new Date(+now - 6 * DAY_MS)), to: undefined })],
];

const yesterday = (now: Date) => day(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1));

/** Chooses a period by its name. */
export function PeriodMenu() {
  const setSearch = useSetSearch();
  return (
    <ButtonMenu label="Period" size="xs">
      {PERIODS.map(([name, of]) => (
        <Menu.Item key={name} onClick={() => setSearch(of(new Date()), { replace: true })}>
          {name}
        </Menu.Item>
      ))}
    </ButtonMenu>
  );
}
