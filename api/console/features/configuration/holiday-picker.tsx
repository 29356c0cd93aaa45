import { Button, Group, List, Paper, Select, Stack, Text } from '@mantine/core';
import Holidays from 'date-holidays';
import { useMemo, useState } from 'react';
import { counted } from '../../view/numbers.ts';
import { dayWords } from '../../view/ship-days.ts';

const COUNTRIES = options(new Holidays().getCountries('en'));

interface HolidayPickerProps {
  /** Dates that need not be added. */
  readonly known: readonly string[];
  readonly onAdd: (dates: readonly string[]) => void;
}

/** Shows the public holidays of a country in a year, and adds their dates. */
export function HolidayPicker({ known, onAdd }: HolidayPickerProps) {
  const thisYear = new Date().getFullYear();
  const [country, setCountry] = useState('US');
  const [state, setState] = useState<string | null>(null);
  const [year, setYear] = useState(String(thisYear));
  const states = useMemo(() => options(new Holidays().getStates(country) ?? {}), [country]);
  const found = useMemo(
    () => publicHolidays(country, state, Number(year)).filter(({ date }) => !known.includes(date)),
    [country, state, year, known],
  );
  const choose = (next: string | null) => {
    setCountry(next ?? country);
    setState(null);
  };
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs">
        <Group grow preventGrowOverflow={false} align="flex-end">
          <Select
            label="Country"
            searchable
            data={COUNTRIES}
            value={country}
            onChange={choose}
            allowDeselect={false}
          />
          {states.length > 0 && (
            <Select
              label="Region"
              searchable
              clearable
              placeholder="Whole country"
              data={states}
              value={state}
              onChange={setState}
            />
          )}
          <Select
            label="Year"
            data={[0, 1, 2].map((later) => String(thisYear + later))}
            value={year}
            onChange={(next) => setYear(next ?? year)}
            allowDeselect={false}
          />
        </Group>
        {found.length === 0 ? (
          <Text size="sm">All of these are closed already.</Text>
        ) : (
          <List size="sm">
            {found.map(({ date, name }) => (
              <List.Item key={date}>
                {dayWords(date)}: {name}
              </List.Item>
            ))}
          </List>
        )}
        <Text size="xs" c="dimmed">
          Holidays by date-holidays, from Wikipedia, CC BY 3.0.
        </Text>
        <Button
          size="xs"
          w="fit-content"
          disabled={found.length === 0}
          onClick={() => onAdd(found.map(({ date }) => date))}
        >
          Add {counted(found.length, 'date')}
        </Button>
      </Stack>
    </Paper>
  );
}

/** The public holidays of a year, each date once. */
function publicHolidays(country: string, state: string | null, year: number) {
  const holidays = state === null ? new Holidays(country) : new Holidays(country, state);
  const byDate = new Map<string, string>();
  for (const { type, date, name } of holidays.getHolidays(year, 'en')) {
    const day = date.slice(0, 10);
    if (type === 'public' && !byDate.has(day)) byDate.set(day, name);
  }
  return [...byDate].map(([date, name]) => ({ date, name }));
}

function options(names: Readonly<Record<string, string>>) {
  return Object.entries(names)
    .map(([value, label]) => ({ value, label }))
    .sort((left, right) => left.label.localeCompare(right.label));
}
