import { MAX_ORDER_BYTES } from '../../shared/contracts/order-limits.ts';
import { CUSTOMER_ERROR_CODES } from '../../shared/errors/catalogue.ts';
import { KEY_HOURS } from '../../shared/idempotency/idempotency-keys.ts';
import { MAX_ORDERS } from '../../shared/intake/refuse-orders.ts';
import { MAX_ROWS } from '../../shared/inventory/refuse-snapshot.ts';
import { errorTable } from './error-table.ts';

const number = (value: number) => value.toLocaleString('en-US');

/** The guide before the operations in /docs, as Markdown. */
export const GUIDE = `Sync an inventory snapshot, send orders, get one explained decision per order.

## Keys and environments

Send your API key with each request: \`Authorization: Bearer wrs_live_…\`. In this page, press **Authorize** and paste
it once. A key of \`wrs_test_…\` works on stock, orders and runs of its own and counts no usage; a key of
\`wrs_live_…\` works on the live ones. \`npm run quickstart\` prints both keys of a demo client, whose names the
examples here use: each of them works unchanged. The contract variant (A or B) belongs to the client; where answers
differ, both are shown.

## First order

1. \`POST /api/v1/inventory\` with what each warehouse has.
2. \`POST /api/v1/orders/route\` with an order: the answer says which warehouse ships it.
3. \`GET /api/v1/orders/{order_id}/why\` says why.

An invalid ZIP, an unroutable order and a policy block are results with status NONE, never HTTP errors. Fields of a
body that are not listed are ignored, except \`client_id\`, which is refused; a query parameter that an endpoint does not
list is a 400.

With \`?dry_run=true\` an order or a batch is decided and nothing is stored, reserved or counted; with
\`&explain=true\` each result then says why.

## Batches

\`POST /api/v1/orders/batch-route\` takes up to ${number(MAX_ORDERS.A)} orders (Variant A) or ${number(MAX_ORDERS.B)}
(Variant B), as JSON or CSV, and answers with one result an order: all orders are routed or none. CSV may be separated
by commas, semicolons or tabs; \`warnings\` say what may not be meant, such as a ZIP without its leading zero.

## Runs

\`POST /api/v1/runs\` takes any number of orders as NDJSON, CSV or JSON, plain or with \`Content-Encoding: gzip\`, and
answers 202 with the run. \`GET /api/v1/runs/{routing_run_id}\` says how far it is,
\`GET /api/v1/runs/{routing_run_id}/results\` what was decided.

## Errors

An error body has \`detail\`, a sentence that says what to do, and \`code\`, which stays the same for programs; a 422 also has \`errors\`, each fault with its place.
Every answer has the header \`X-Request-Id\`. After a 429 or a 503, wait as many seconds as Retry-After says.

${errorTable(CUSTOMER_ERROR_CODES)}

## Idempotency

With an \`Idempotency-Key\`, a request takes effect once: the same request with the same key gives the first answer
again, another request with it is a 409. A key lives ${KEY_HOURS} hours.

## Limits

An order has up to ${number(MAX_ORDER_BYTES)} bytes. A snapshot has up to ${number(MAX_ROWS)} rows; more go as a file
to \`POST /api/v1/inventory/uploads\`, up to the plan's rows. Answers to a valid key have RateLimit-Limit,
RateLimit-Remaining and RateLimit-Reset (seconds), where requests are limited.`;
