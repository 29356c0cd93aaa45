import type { z } from 'zod';
import type { AppError } from '../../foundation/errors/app-error.ts';
import { ERRORS } from '../../foundation/errors/catalogue.ts';
import { faultsOf } from '../../foundation/errors/faults.ts';
import {
  malformation,
  type OrderRequest,
  orderLine,
  orderRequest,
  type RoutingOrder,
  toRoutingOrder,
} from '../order.ts';
import { overLimits, upToFaults } from '../order-limits.ts';
import type { ElementFault } from './intake-record.ts';

const FIELD_AT_FAULT: Readonly<Partial<Record<AppError['code'], string>>> = {
  client_id_in_body: 'client_id',
  missing_order_id: 'external_order_id',
  missing_lines: 'lines',
};

/**
 * Checks one order of a stream by the same rules as the synchronous endpoints. If those would refuse the whole request
 * with a 400, here it is a fault of the order. If the order is faulty, adds its faults to `faults` and returns null.
 * The path '' is the order itself. `json` is its text.
 */
export function checkOrder(sent: unknown, faults: ElementFault[], json: string): RoutingOrder | null {
  const code = malformation(sent);
  if (code !== null) {
    faults.push({ path: FIELD_AT_FAULT[code] ?? '', message: ERRORS[code].detail, code });
    return null;
  }
  faults.push(...overLimits(sent));
  if (faults.length > 0) return null;
  const request = readOrderRequest(sent, faults);
  if (request === null) return null;
  const order = toRoutingOrder(request, '', faults, () => json);
  return faults.length === 0 ? order : null;
}

/**
 * Checks an order that is within the limits by its schema. If it is faulty, adds its faults to `faults` and returns
 * null.
 */
export function readOrderRequest(sent: unknown, faults: ElementFault[]): OrderRequest | null {
  const checked = parseOrder(sent);
  if (checked.success) return checked.data;
  faults.push(...faultsOf(checked.error.issues, ''));
  return null;
}

/** What the schema says of an order, without the lines that follow as many faulty ones as an answer lists. */
export function parseOrder(sent: unknown): z.ZodSafeParseResult<OrderRequest> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return orderRequest.safeParse(sent);
  const { lines, items } = sent as Record<string, unknown>;
  const isLine = (line: unknown) => orderLine.safeParse(line).success;
  const cut = { lines: upToFaults(lines, isLine), items: upToFaults(items, isLine) };
  return orderRequest.safeParse(cut.lines === lines && cut.items === items ? sent : { ...sent, ...cut });
}
