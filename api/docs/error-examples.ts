import { AppError } from '../../shared/foundation/errors/app-error.ts';
import { CUSTOMER_ERROR_CODES, ERRORS, type ErrorCode } from '../../shared/foundation/errors/catalogue.ts';
import { validationFailed } from '../../shared/foundation/errors/faults.ts';
import { errorBodyOf } from '../http-errors.ts';

/** What decides which errors an operation may answer with: the tag of its resource, and whether it takes a body. */
interface OperationKind {
  readonly tag: string;
  readonly takesBody: boolean;
}

const ORDERS = (kind: OperationKind) => kind.takesBody && (kind.tag === 'Orders' || kind.tag === 'Runs');
const STOCK = (kind: OperationKind) => kind.takesBody && kind.tag === 'Inventory';
/** For errors of the operator's pages, and of bytes that are no request. */
const NOWHERE = () => false;
const BODIES = (kind: OperationKind) => kind.takesBody;

/** Codes that only some operations answer with. */
const ONLY_OF: Readonly<Partial<Record<ErrorCode, (kind: OperationKind) => boolean>>> = {
  invalid_json: BODIES,
  missing_order_id: ORDERS,
  missing_lines: ORDERS,
  duplicate_order_id: ORDERS,
  too_many_orders: ORDERS,
  usage_limit: ORDERS,
  client_id_in_body: BODIES,
  unknown_warehouse: STOCK,
  duplicate_inventory_row: STOCK,
  too_many_rows: STOCK,
  upload_limit: STOCK,
  incompatible_options: ORDERS,
  not_signed_in: NOWHERE,
  other_site: NOWHERE,
  missing_scope: ({ tag }) => tag !== 'Account',
  request_timeout: NOWHERE,
  reroute_worse: NOWHERE, // its body also has a dry run
  run_not_failed: ({ tag }) => tag === 'Runs',
  run_ended: ({ tag }) => tag === 'Runs',
  outcome_unknown: BODIES,
};

/** The error bodies that an operation may answer with this status, by their code. */
export function errorExamples(status: number, kind: OperationKind): Record<string, { value: unknown }> {
  const codes = CUSTOMER_ERROR_CODES.filter(
    (code) => ERRORS[code].status === status && (ONLY_OF[code]?.(kind) ?? true),
  );
  return Object.fromEntries(codes.map((code) => [code, { value: errorBodyOf(exampleOf(code, kind)) }]));
}

function exampleOf(code: ErrorCode, { takesBody }: OperationKind): AppError {
  if (code !== 'validation_failed') return new AppError(code);
  return takesBody
    ? validationFailed([{ path: 'lines[0].quantity', message: 'must be at least 1' }])
    : validationFailed([{ path: 'limit', message: 'must be at most 1000' }], 'query');
}
