import { Chip, Group, Input } from '@mantine/core';
import { WEEK_DAYS } from '../../../../shared/engine/types.ts';
import { capitalized } from '../../view/capitalized.ts';

interface WeekDaysProps {
  readonly label: string;
  readonly value: string[];
  readonly onChange: (days: string[]) => void;
  readonly error?: React.ReactNode;
}

/** Days of the week, each on or off. */
export function WeekDaysField({ label, error, ...chips }: WeekDaysProps) {
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <Chip.Group multiple {...chips}>
        <Group gap={4} role="group" aria-label={label}>
          {WEEK_DAYS.map((day) => (
            <Chip key={day} value={day} size="xs">
              {weekDayName(day)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}

/** `Mon` of `mon`. */
export function weekDayName(day: string): string {
  return capitalized(day);
}
