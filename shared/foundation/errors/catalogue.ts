/**
 * Every failure that the service answers with, by the `code` of its answer, which never changes. `detail` is the default
 * sentence. `account` marks failures of the account API only.
 */
export const ERRORS = {
  bad_request: { status: 400, detail: 'The request is malformed.' },
  unknown_query_parameter: { status: 400, detail: 'Unknown query parameter.' },
  incompatible_options: { status: 400, detail: 'These options cannot be combined.' },
  invalid_json: { status: 400, detail: 'The request body is not valid JSON.' },
  missing_order_id: { status: 400, detail: 'Each order needs an external_order_id or order_id.' },
  missing_lines: { status: 400, detail: 'Each order needs lines or items.' },
  client_id_in_body: {
    status: 400,
    detail: 'Do not send client_id: the client is resolved from the API key.',
  },
  unknown_warehouse: { status: 400, detail: 'Unknown Warehouse ID.' },
  duplicate_inventory_row: {
    status: 400,
    detail: 'A SKU may appear only once per warehouse in one request.',
  },
  duplicate_order_id: { status: 400, detail: 'Each order ID may appear only once in one request.' },
  counted_too_long_ago: {
    status: 400,
    detail: 'This counted_at is older than what the service knows of what happened to stock. Count again.',
  },
  client_required: {
    status: 400,
    detail: 'Operators and people of several accounts must name the client: ?client=slug.',
    account: true,
  },
  invalid_api_key: { status: 401, detail: 'Invalid or revoked API key.' },
  not_signed_in: { status: 401, detail: 'Sign in first.' },
  link_ended: {
    status: 404,
    detail: 'This link was used or replaced, or its time is over. Ask for a new one.',
    account: true,
  },
  no_public_url: {
    status: 409,
    detail:
      'No link can be made: the service has no PUBLIC_URL. Whoever runs it sets it to its public address.',
    account: true,
  },
  no_mail: {
    status: 409,
    detail: 'The service sends no mails. Ask whoever runs it for a link.',
    account: true,
  },
  no_sso: {
    status: 404,
    detail: 'There is no single sign-on for this. Sign in with your password.',
    account: true,
  },
  sso_provider: {
    status: 502,
    detail: 'The identity provider cannot be used.',
    account: true,
  },
  sign_in_failed: {
    status: 401,
    detail: 'Incorrect e-mail address or password.',
    account: true,
  },
  second_factor_required: {
    status: 401,
    detail: 'Send `code` too: from your authenticator app, or a recovery code.',
    account: true,
  },
  invalid_account_token: { status: 401, detail: 'Invalid or revoked account token.', account: true },
  subscription_inactive: { status: 402, detail: 'The account or subscription is not active.' },
  usage_limit: { status: 402, detail: 'The routed-order limit of the plan is reached.' },
  upload_limit: { status: 402, detail: 'The upload has more rows than the plan allows.' },
  forbidden: { status: 403, detail: 'Your role does not allow this.', account: true },
  person_required: {
    status: 403,
    detail: 'Only a person who is signed in can do this.',
    account: true,
  },
  password_required: {
    status: 403,
    detail:
      'You signed in by the provider of one account. What is yours in all accounts needs a sign-in with your password.',
    account: true,
  },
  missing_scope: { status: 403, detail: 'The API key does not have the scope that this needs.' },
  address_not_allowed: { status: 403, detail: 'The key may not be used from this address.' },
  confirm_again: {
    status: 403,
    detail: 'Show that it is you: POST /account/v1/session/confirm. It counts for 15 minutes.',
    account: true,
  },
  enrol_second_factor: {
    status: 403,
    detail: 'A second factor is required here. Set one up first: POST /account/v1/second-factor.',
    account: true,
  },
  sso_required: {
    status: 403,
    detail:
      'Single sign-on is required here: sign in by it, or link yourself first: POST /account/v1/session/sso/link.',
    account: true,
  },
  csrf_token: {
    status: 403,
    detail: 'Send the csrf_token of your session as X-CSRF-Token with every request that changes something.',
    account: true,
  },
  other_site: { status: 403, detail: 'The request comes from another site.' },
  not_found: { status: 404, detail: 'Not found.' },
  method_not_allowed: { status: 405, detail: 'Method not allowed.' },
  request_timeout: { status: 408, detail: 'Request Timeout.' },
  body_timeout: { status: 408, detail: 'The request body did not arrive in time.' },
  idempotency_conflict: { status: 409, detail: 'This Idempotency-Key was used with another request.' },
  already_exists: { status: 409, detail: 'This name is already in use.', account: true },
  key_expired: { status: 409, detail: 'It has expired. Make another one.', account: true },
  account_limit: { status: 409, detail: 'The account may not have so many of these.', account: true },
  last_owner: { status: 409, detail: 'An account needs at least one owner.', account: true },
  not_allocated: { status: 409, detail: 'The latest decision has not so much left to ship.' },
  order_released: {
    status: 409,
    detail: 'The order was released or has expired. If its shipment left all the same, send late: true.',
  },
  hold_expired: {
    status: 409,
    detail: 'The time in which the order could be confirmed is over. Send it again if it is still wanted.',
  },
  nothing_reserved: {
    status: 409,
    detail: 'Decisions of this kind reserve nothing, so nothing is said to have shipped.',
  },
  nothing_remains: {
    status: 409,
    detail: 'The order has shipped whole. To ship it once more, send the order again.',
  },
  quantity_changed: { status: 409, detail: 'The expected_quantity is not the present quantity.' },
  quantity_below_zero: { status: 409, detail: 'There is less than would go.' },
  reroute_worse: {
    status: 409,
    detail: 'The order would ship fewer units or in more shipments. Nothing was changed.',
  },
  order_has_left: {
    status: 409,
    detail: 'The shipments of the order have left. To ship it once more, send the order again.',
  },
  run_ended: { status: 409, detail: 'The run was cancelled while it was being received.' },
  run_not_failed: { status: 409, detail: 'Only a failed run can be retried.' },
  precondition_failed: {
    status: 412,
    detail: 'This was changed after you read it. Read it again, then send your change with the new ETag.',
    account: true,
  },
  too_many_orders: { status: 413, detail: 'The batch has more orders than a synchronous request accepts.' },
  too_many_rows: { status: 413, detail: 'The request has more inventory rows than it accepts.' },
  body_too_large: { status: 413, detail: 'The request body is larger than the service accepts.' },
  unsupported_media_type: { status: 415, detail: 'This endpoint does not accept this content type.' },
  expectation_failed: { status: 417, detail: 'The only Expect header that is supported is 100-continue.' },
  validation_failed: { status: 422, detail: 'The request body failed validation.' },
  rate_limited: { status: 429, detail: 'Too many requests.' },
  headers_too_large: { status: 431, detail: 'Request Header Fields Too Large.' },
  internal: { status: 500, detail: 'Unexpected server error.' },
  overloaded: {
    status: 503,
    detail: 'The service is overloaded. Try again after the number of seconds in Retry-After.',
  },
  unavailable: {
    status: 503,
    detail:
      'The service is temporarily unavailable: its database or queue did not respond in time, or it is stopping.',
  },
  outcome_unknown: {
    status: 503,
    detail:
      'The database did not confirm the request in time, so it may have been saved. Send it again with the same ' +
      'Idempotency-Key: it takes effect once. Without a key, first check what was saved.',
  },
} as const satisfies Record<string, { status: number; detail: string; account?: true }>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** Failures of the customer API. */
export const CUSTOMER_ERROR_CODES = ERROR_CODES.filter((code) => !('account' in ERRORS[code]));
