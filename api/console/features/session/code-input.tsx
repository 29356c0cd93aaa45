import { TextInput, type TextInputProps } from '@mantine/core';

/** The field of a code, which phones and password managers fill in. */
export function CodeInput(props: TextInputProps) {
  return (
    <TextInput
      label="Code"
      description="From your authenticator app, or one of your recovery codes."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  );
}
