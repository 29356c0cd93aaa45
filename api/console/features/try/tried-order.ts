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
    lines: lines.map(({ sku, quantity, unit_value }) => ({
      sku,
      quantity,
      ...(unit_value !== '' && { unit_value }),
    })),
  };
}

/** The names of all fields of a form. */
export function fieldsOf({ lines }: TriedForm): string[] {
  const ofLines = lines.flatMap((_, n) => [`lines.${n}.sku`, `lines.${n}.quantity`, `lines.${n}.unit_value`]);
  return ['destination_zip', 'partner_id', 'deliver_by', ...ofLines];
}
