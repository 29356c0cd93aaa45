import { PlainButton } from './plain-button.tsx';

interface RowButtonProps {
  /** What it does and to which row, for screen readers. */
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

/** A small button in a row of a table. */
export function RowButton({ label, isDisabled = false, onClick, children }: RowButtonProps) {
  return (
    <PlainButton
      size="compact-xs"
      aria-label={label}
      // Not `disabled`, because a disabled button loses the focus.
      aria-disabled={isDisabled}
      data-disabled={isDisabled}
      onClick={() => !isDisabled && onClick()}
    >
      {children}
    </PlainButton>
  );
}
