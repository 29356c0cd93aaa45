import { Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { WEEK_DAYS, type WeekDay } from '../../../../shared/engine/types.ts';
import { useMayChange } from '../../client/rights.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { Hint } from '../../components/hint.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Panel } from '../../components/section.tsx';
import { useSavedForm } from '../../components/use-saved-form.ts';
import { dayWords } from '../../view/ship-days.ts';
import { ClosedDatesField } from './closed-dates-field.tsx';
import { useDeliveryCalendar, useSaveDeliveryCalendar } from './use-settings.ts';
import { WeekDaysField, weekDayName } from './week-days-field.tsx';

interface Calendar extends Record<string, unknown> {
  readonly days: WeekDay[];
  readonly closed_dates: string[];
}

const MONDAY_TO_FRIDAY: Calendar = { days: WEEK_DAYS.slice(0, 5), closed_dates: [] };
const FIELDS = { days: { label: 'Delivery days' }, closed_dates: { label: 'Closed dates' } };

/** When carriers deliver to the account's customers. */
export function DeliveryCalendar() {
  const calendar = useDeliveryCalendar();
  return (
    <Panel title="Delivery days" maw={960}>
      <Hint maw={620} mb="sm">
        Delivery dates fall on these days. They count for warehouses that have a calendar.
      </Hint>
      <QueryView query={calendar}>
        {({ delivery_calendar, etag }) => (
          <Present
            calendar={{ ...MONDAY_TO_FRIDAY, ...delivery_calendar }}
            isDefault={delivery_calendar === null}
            etag={etag}
          />
        )}
      </QueryView>
    </Panel>
  );
}

interface PresentProps {
  readonly calendar: Calendar;
  /** Whether the account has set no calendar. */
  readonly isDefault: boolean;
  readonly etag: string;
}

function Present({ calendar, isDefault, etag }: PresentProps) {
  const mayChange = useMayChange();
  const save = useSaveDeliveryCalendar();
  const [isOpen, { open, close }] = useDisclosure();
  const remove = () =>
    save.ask(
      { etag, calendar: null },
      {
        of: {},
        title: 'Deliver from Monday to Friday again?',
        text: 'The delivery days and closed dates are removed.',
        verb: 'Remove delivery days',
        done: 'Delivery days removed.',
      },
    );
  return (
    <>
      <Text size="sm">
        {calendar.days.map(weekDayName).join(', ') || 'No day'}
        {calendar.closed_dates.length > 0 && `, without ${calendar.closed_dates.map(dayWords).join(', ')}`}
      </Text>
      {mayChange && (
        <Group mt="sm">
          <PlainButton onClick={open}>Change delivery days</PlainButton>
          {!isDefault && <PlainButton onClick={remove}>Remove</PlainButton>}
        </Group>
      )}
      <FormModal opened={isOpen} onClose={close} title="Delivery days">
        <CalendarForm calendar={calendar} etag={etag} onDone={close} />
      </FormModal>
    </>
  );
}

function CalendarForm({ calendar, etag, onDone }: { calendar: Calendar; etag: string; onDone: () => void }) {
  const saved = useSavedForm({
    saved: calendar,
    fields: FIELDS,
    act: useSaveDeliveryCalendar(),
    bodyOf: (values) => ({ etag, calendar: values }),
    asks: () => ({ title: 'Change the delivery days?', verb: 'Change delivery days', of: {} }),
    said: () => 'Delivery days saved. They apply from the next order.',
    onDone,
  });
  const { form } = saved;
  return (
    <DialogForm {...saved} verb="Save">
      <WeekDaysField label={FIELDS.days.label} value={form.values.days} {...form.getInputProps('days')} />
      <ClosedDatesField value={form.values.closed_dates} {...form.getInputProps('closed_dates')} />
    </DialogForm>
  );
}
