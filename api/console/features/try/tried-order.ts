/** The values of the form. An empty number field is ''. */
export interface TriedForm {
  readonly destination_zip: string;
  readonly partner_id: string;
  readonly is_vip: boolean;
  /** `YYYY-MM-DD`, or ''. */
  readonly deliver_by: string;
  readonly lines: readonly {
    readonly sku: string;
    readonly quantity: number;
    readonly unit_value: number | '';
    readonly unit_weight: number | '';
  }[];
}

/** The order that a form describes. */
export function orderOf({ destination_zip, partner_id, is_vip, deliver_by, lines }: TriedForm) {
  return {
    order_id: 'TRY',
    destination_zip,
    is_vip,
    ...(partner_id !== '' && { partner_id }),
    ...(deliver_by !== '' && { deliver_by }),
    lines: lines.map(({ sku, quantity, unit_value, unit_weight }) => ({
      sku,
      quantity,
      ...(unit_value !== '' && { unit_value }),
      ...(unit_weight !== '' && { unit_weight }),
    })),
  };
}

/** The names of all fields of a form. */
export function fieldsOf({ lines }: TriedForm): string[] {
  const ofLines = lines.flatMap((line, n) => Object.keys(line).map((name) => `lines.${n}.${name}`));
  return ['destination_zip', 'partner_id', 'deliver_by', ...ofLines];
}
