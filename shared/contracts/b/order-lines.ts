import type { LineAllocation, OrderLine } from '../../engine/types.ts';
import { piece, type Utf8Writer } from '../../platform/utf8-writer.ts';

/**
 * The lines of a Variant B result (contract section 2.6) as JSON: each order line with what each warehouse gives it,
 * by the warehouse references as far as `ship_qty`. Allocations come by line. A SKU on several lines stays several
 * lines.
 */
export function writeOrderLines(
  out: Utf8Writer,
  givers: readonly Uint8Array[],
  lines: readonly OrderLine[],
  allocations: readonly LineAllocation[],
): void {
  let first = 0;
  for (let line = 0; line < lines.length; line += 1) {
    const { sku, quantity } = lines[line]!;
    let shipped = 0;
    let end = first;
    for (; allocations[end]?.line === line; end += 1) shipped += allocations[end]!.quantity;
    out.put(line === 0 ? FIRST_LINE : LINE).json(sku);
    out.put(ORDERED).integer(quantity).put(SHIPPED).integer(shipped);
    out
      .put(UNFULFILLED)
      .integer(quantity - shipped)
      .put(ALLOCATIONS);
    for (let i = first; i < end; i += 1) {
      if (i > first) out.put(COMMA);
      const allocation = allocations[i]!;
      out.put(givers[allocation.warehouse]!).integer(allocation.quantity).put(END_ALLOCATION);
    }
    out.put(END_LINE);
    first = end;
  }
}

const FIRST_LINE = piece('{"sku":');
const LINE = piece(',{"sku":');
const ORDERED = piece(',"ordered_qty":');
const SHIPPED = piece(',"ship_qty":');
const UNFULFILLED = piece(',"unfulfilled_qty":');
const ALLOCATIONS = piece(',"allocations":[');
const COMMA = piece(',');
const END_ALLOCATION = piece('}');
const END_LINE = piece(']}');
