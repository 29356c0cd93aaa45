import { Stack, TagsInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { lazyScript } from '../../client/service-away.ts';
import { PlainButton } from '../../components/plain-button.tsx';

// The rules of all countries are 1.5 MB, so they are loaded when somebody asks for holidays.
const HolidayPicker = lazyScript(() => import('./holiday-picker.tsx'), 'HolidayPicker');

/** What a form gives its field of closed dates. */
interface ClosedDatesProps {
  readonly value: string[];
  readonly onChange: (dates: string[]) => void;
  readonly error?: React.ReactNode;
}

/** Dates that a calendar leaves out. Public holidays can be added to them. */
export function ClosedDatesField({ value, onChange, error }: ClosedDatesProps) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const add = (dates: readonly string[]) => {
    onChange([...new Set([...value, ...dates])].sort());
    close();
  };
  return (
    <Stack gap="xs" align="stretch">
      <TagsInput
        label="Closed dates"
        description="Such as 2026-12-25. Enter adds a date."
        value={value}
        onChange={onChange}
        error={error}
      />
      <PlainButton size="xs" onClick={toggle} aria-expanded={isOpen} w="fit-content">
        Add public holidays
      </PlainButton>
      {isOpen && (
        <Suspense>
          <HolidayPicker known={value} onAdd={add} />
        </Suspense>
      )}
    </Stack>
  );
}
