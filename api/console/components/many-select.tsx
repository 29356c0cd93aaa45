import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useState } from 'react';

/**
 * A field with a list of which several are chosen. The first match is active while a person types. After a choice none is,
 * so that a second Enter chooses nothing.
 */
export function ManySelect(props: MultiSelectProps) {
  const [typed, setTyped] = useState('');
  return (
    <MultiSelect
      {...props}
      searchValue={typed}
      onSearchChange={setTyped}
      selectFirstOptionOnChange={typed !== ''}
    />
  );
}
