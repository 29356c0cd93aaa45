import { Alert, NumberInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useTrial } from '../../client/operations.ts';
import { Hint } from '../../components/hint.tsx';
import { dayWords, momentWords } from '../../view/ship-days.ts';
import { ClosedDatesField } from './closed-dates-field.tsx';
import { type CalendarValues, NEW_CALENDAR, type WarehouseValues } from './warehouse-values.ts';
import { WeekDaysField } from './week-days-field.tsx';

type Form = UseFormReturnType<WarehouseValues>;

/** When a warehouse ships, with the ship days that result. */
export function CalendarFields({ form }: { form: Form }) {
  const { calendar } = form.values;
  return (
    <Stack gap="sm">
      <Switch
        label="Calendar"
        description="When on, orders have ship and delivery dates."
        checked={calendar !== null}
        onChange={(event) =>
          form.setFieldValue('calendar', event.currentTarget.checked ? NEW_CALENDAR : null)
        }
      />
      {calendar !== null && (
        <>
          <Select
            label="Time zone"
            searchable
            allowDeselect={false}
            data={[...new Set([calendar.time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
            {...form.getInputProps('calendar.time_zone')}
          />
          <TextInput
            label="Cut-off"
            description="Local time. Orders placed at this time or later leave on the next ship day."
            type="time"
            required
            {...form.getInputProps('calendar.cut_off')}
          />
          <NumberInput
            label="Processing days"
            description="Ship days an order needs before it leaves."
            min={0}
            max={30}
            allowDecimal={false}
            {...form.getInputProps('calendar.processing_days')}
          />
          <WeekDaysField
            label="Ship days"
            value={calendar.ship_days}
            {...form.getInputProps('calendar.ship_days')}
          />
          <ClosedDatesField value={calendar.closed_dates} {...form.getInputProps('calendar.closed_dates')} />
          <NextShipDays calendar={calendar} />
        </>
      )}
    </Stack>
  );
}

function NextShipDays({ calendar }: { calendar: CalendarValues }) {
  const [settled] = useDebouncedValue(calendar, 300);
  const whole = { ...settled, processing_days: settled.processing_days || 0 };
  // While it has faults, there is nothing to say.
  const { data } = useTrial(
    'post',
    '/account/v1/ship-days',
    'configuration',
    { calendar: whole },
    { retry: false },
  );
  if (data === undefined) return null;
  const [first, ...others] = data.ship_dates;
  if (first === undefined) return <Alert color="yellow">No ship day within a year.</Alert>;
  return (
    <div>
      <Text size="sm" fw={600}>
        {data.order_by === null ? '' : `Order by ${momentWords(data.order_by, settled.time_zone)}: `}leaves{' '}
        {dayWords(first)}
      </Text>
      <Hint>Then {others.map(dayWords).join(', ')}.</Hint>
    </div>
  );
}
