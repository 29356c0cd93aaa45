interface Option {
  readonly value: string;
  readonly label: string;
}

/** The options whose label or ID contains what is typed. One whose whole ID or label is typed comes first. */
export function findOptions<O extends Option>(options: readonly O[], typed: string, limit: number): O[] {
  const sought = typed.trim().toLowerCase();
  const namesOf = ({ value, label }: O) => [value.toLowerCase(), label.toLowerCase()];
  const found = options.filter((option) => namesOf(option).some((name) => name.includes(sought)));
  const isMeant = (option: O) => namesOf(option).includes(sought);
  return [...found.filter(isMeant), ...found.filter((option) => !isMeant(option))].slice(0, limit);
}
