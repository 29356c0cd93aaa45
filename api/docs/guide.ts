import { MAX_ORDERS } from '../../shared/contracts/intake/refuse-orders.ts';
import { MAX_ORDER_BYTES } from '../../shared/contracts/order-limits.ts';
import { CUSTOMER_ERROR_CODES } from '../../shared/foundation/errors/catalogue.ts';
import { KEY_HOURS } from '../../shared/ledger/idempotency/answer-once.ts';
import { MAX_ROWS } from '../../shared/ledger/stock/read-snapshot.ts';
import { errorTable } from './error-table.ts';

const number = (value: number) => value.toLocaleString('en-US');

/** The guide before the operations in /docs, as Markdown. */
export const GUIDE = `Sync an inventory snapshot, send orders, and get one explained decision per order.

## Keys and environments

Send your API key with each request: \`Authorization: Bearer wrs_live_…\`. On this page, press **Authorize** and paste
it; it is forgotten when you leave the page. A \`wrs_test_…\` key works on separate test stock, orders and runs, and
counts no usage. A \`wrs_live_…\` key works on live data. \`npm run quickstart\` prints both keys of a demo
client; with its live key the examples here work unchanged, and with its test key those that do not name a run, a decision or a
what-if by its number. That client has prices, so its answers have costs beside what is shown. The contract variant (A or B) is a setting of the client; where
answers differ, both are shown.

## First order

1. \`POST /api/v1/inventory\` with the stock of each warehouse.
2. \`POST /api/v1/orders/route\` with an order. The answer says which warehouses ship it.
3. \`GET /api/v1/orders/{order_id}/why\` explains the decision.

An invalid ZIP, an unroutable order and a policy block are results with status NONE, never HTTP errors. Fields of a
body that are not listed are ignored, except \`client_id\`, which is refused; a query parameter that an endpoint does not
list is a 400.

With \`?dry_run=true\`, an order or a batch is decided without storing, reserving or counting anything. Add
\`&explain=true\` to have each result explained.

## Batches

\`POST /api/v1/orders/batch-route\` takes up to ${number(MAX_ORDERS.A)} orders (Variant A) or ${number(MAX_ORDERS.B)}
(Variant B), as JSON or CSV, and answers with one result per order: either all orders are routed or none. CSV may be separated by
commas, semicolons or tabs; \`warnings\` point out likely mistakes, such as a ZIP without its leading zero.

## Runs

\`POST /api/v1/runs\` takes any number of orders as NDJSON, CSV or JSON, plain or with \`Content-Encoding: gzip\`, and
answers 202 with the run. \`GET /api/v1/runs/{routing_run_id}\` shows its progress,
\`GET /api/v1/runs/{routing_run_id}/results\` its decisions.

## Errors

An error body has \`detail\`, a sentence that says what to do, and \`code\`, which stays the same for programs; a 422 also has \`errors\`, each fault with its place.
Every answer has the header \`X-Request-Id\`. After a 429 or a 503, wait as many seconds as Retry-After says.

${errorTable(CUSTOMER_ERROR_CODES)}

## Idempotency

With an \`Idempotency-Key\`, a request takes effect once: the same request with the same key gives the first answer
again, and a different request with that key is a 409. Keys are kept for ${KEY_HOURS} hours.

## Limits

An order may have up to ${number(MAX_ORDER_BYTES)} bytes. A snapshot may have up to ${number(MAX_ROWS)} rows; send
larger ones as a file to \`POST /api/v1/inventory/uploads\`, up to the limit of the plan. If requests are rate-limited,
answers have RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset (seconds).`;
