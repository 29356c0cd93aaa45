import { PasswordInput, type PasswordInputProps } from '@mantine/core';

interface PasswordFieldProps extends PasswordInputProps {
  /** It is set by the form. Otherwise it is the one that the person has. */
  readonly isNew?: boolean;
}

/** A field for a password of this service, which password managers fill in. */
export function PasswordField({ isNew = false, ...props }: PasswordFieldProps) {
  return (
    <PasswordInput
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      {...(isNew && { minLength: 8 })}
      {...props}
    />
  );
}
