// Made from /account/openapi.json: npm run client-types. Not to be edited.
export interface paths {
"/account/v1/session": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: never; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["WhoAmI"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
put?: never;
post: {
parameters: { query?: never; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["SignInRequestInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["StartedSession"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
delete: {
parameters: { query?: never; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
204: { headers: { [name: string]: unknown }; content?: never; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/account/v1/session/password": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put: {
parameters: { query?: never; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["PasswordChangeInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["StartedSession"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
}
export interface components {
schemas: {
"SignInRequestInput": {
"email": string;
"password": string;
};
"PasswordChangeInput": {
"current_password": string;
/** At least eight characters. */
"new_password": string;
};
"AccountError": {
/** What is wrong, in a sentence, whose words may change. */
"detail": string;
/** The name of the error, which stays. */
"code": "bad_request" | "unknown_query_parameter" | "incompatible_options" | "invalid_json" | "missing_order_id" | "missing_lines" | "client_id_in_body" | "unknown_warehouse" | "duplicate_inventory_row" | "duplicate_order_id" | "client_required" | "invalid_api_key" | "not_signed_in" | "sign_in_failed" | "invalid_account_token" | "subscription_inactive" | "usage_limit" | "upload_limit" | "forbidden" | "csrf_token" | "other_site" | "not_found" | "method_not_allowed" | "request_timeout" | "body_timeout" | "idempotency_conflict" | "already_exists" | "last_owner" | "reroute_worse" | "run_ended" | "precondition_failed" | "too_many_orders" | "too_many_rows" | "body_too_large" | "unsupported_media_type" | "expectation_failed" | "validation_failed" | "rate_limited" | "headers_too_large" | "internal" | "overloaded" | "unavailable" | "outcome_unknown";
};
"ValidationError": {
/** What is wrong, in a sentence, whose words may change. */
"detail": string;
"code": "validation_failed";
"errors": ({
/** For example orders[3].lines[0].quantity; in CSV and NDJSON, line 12: quantity. */
"path": string;
"message": string;
})[];
};
"SessionUser": {
"email": string;
"role": "member" | "owner" | "operator";
/** The account that the caller belongs to; null for an operator of the service. */
"client": ({
"slug": string;
"name": string;
}) | (null);
};
"StartedSession": {
"user": components['schemas']["SessionUser"];
/** Sent back as X-CSRF-Token with every request that changes something. */
"csrf_token": string;
};
"WhoAmI": {
/** null for a token. */
"user": (components['schemas']["SessionUser"]) | (null);
/** null for a person. */
"token": ({
"name": string;
"role": "member" | "owner";
/** The account that the caller belongs to; null for an operator of the service. */
"client": ({
"slug": string;
"name": string;
}) | (null);
}) | (null);
/** null for a token, which needs none. */
"csrf_token": (string) | (null);
};
};
}
