// Made from /openapi.json: npm run client-types. Not to be edited.
export interface paths {
"/api/v1/me": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: never; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Me"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/inventory": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "limit"?: number; "cursor"?: string; "sku"?: string; "warehouse_id"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["StockPage"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post: {
parameters: { query?: { "source_name"?: string; "counted_at"?: string; "on_invalid"?: "reject" | "skip"; }; header?: { "idempotency-key"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["InventorySyncInput"]; "text/csv": string; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["InventorySyncResult"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/inventory/changes": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: never; header?: { "idempotency-key"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["StockChangesInput"]; "text/csv": string; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ChangedStock"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/inventory/short": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "limit"?: number; "cursor"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ShortPage"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/inventory/uploads": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: { "source_name"?: string; "counted_at"?: string; "on_invalid"?: "reject" | "skip"; "dry_run"?: "true" | "1" | "yes" | "on" | "y" | "enabled" | "false" | "0" | "no" | "off" | "n" | "disabled"; }; header?: { "idempotency-key"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "text/csv": string; "application/x-ndjson": (components['schemas']["InventoryRowInput"]) | (string); "application/json": components['schemas']["InventorySyncInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": (components['schemas']["InventorySyncResult"]) | (components['schemas']["DryRunSync"]); }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/orders/route": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: { "dry_run"?: "true" | "false"; "as_of"?: string; "explain"?: "true" | "false"; "zip_leading_zeros"?: "keep" | "restore"; }; header?: { "idempotency-key"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["OrderInput"]; "text/csv": string; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": (components['schemas']["RoutingRunA"]) | (components['schemas']["RoutedOrderB"]) | (components['schemas']["DryRunA"]) | (components['schemas']["DryRunOrderB"]); }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/orders/batch-route": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: { "dry_run"?: "true" | "false"; "as_of"?: string; "explain"?: "true" | "false"; "zip_leading_zeros"?: "keep" | "restore"; }; header?: { "idempotency-key"?: string; "prefer"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["OrderBatchInput"]; "text/csv": string; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": (components['schemas']["RoutingRunA"]) | (components['schemas']["RoutingRunB"]) | (components['schemas']["DryRunA"]) | (components['schemas']["DryRunB"]); }; };
202: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Run"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/orders/{order_id}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "limit"?: number; "cursor"?: string; }; header?: never; path: { "order_id": string; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["OrderHistory"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/orders/{order_id}/raw_order_data": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post?: never;
delete: {
parameters: { query?: never; header?: never; path: { "order_id": string; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ErasedRawOrderData"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/orders/{order_id}/release": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: { "dry_run"?: "true" | "false"; }; header?: { "idempotency-key"?: string; }; path: { "order_id": string; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["ReleaseRequestInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": (components['schemas']["ReleasedOrder"]) | (components['schemas']["DryRunRelease"]); }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/orders/{order_id}/confirm": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: never; header?: { "idempotency-key"?: string; }; path: { "order_id": string; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["ConfirmRequestInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ConfirmedOrder"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/orders/{order_id}/reroute": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: { "dry_run"?: "true" | "false"; "as_of"?: string; "explain"?: "true" | "false"; }; header?: { "idempotency-key"?: string; }; path: { "order_id": string; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["RerouteRequestInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": (components['schemas']["RoutingRunA"]) | (components['schemas']["OrderResultB"]) | (components['schemas']["DryRunA"]) | (components['schemas']["DryRunOrderB"]); }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": (components['schemas']["Error"]) | (components['schemas']["WorseReroute"]); }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/orders/{order_id}/shipped": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: never; header?: { "idempotency-key"?: string; }; path: { "order_id": string; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["ShippedRequestInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ShippedOrder"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/orders/batch-shipped": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: never; header?: { "idempotency-key"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["BatchShippedRequestInput"]; "text/csv": string; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["BatchShipped"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/decisions/{routing_decision_id}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: never; header?: never; path: { "routing_decision_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["DecisionRecord"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/orders/{order_id}/decisions": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "limit"?: number; "cursor"?: string; }; header?: never; path: { "order_id": string; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["OrderDecisions"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/decisions/{routing_decision_id}/why": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: never; header?: never; path: { "routing_decision_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Why"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/orders/{order_id}/why": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: never; header?: never; path: { "order_id": string; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Why"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/runs": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "limit"?: number; "cursor"?: string; "status"?: "queued" | "running" | "cancelling" | "cancelled" | "completed" | "failed"; "from"?: string; "to"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["RunPage"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post: {
parameters: { query?: { "zip_leading_zeros"?: "keep" | "restore"; "on_invalid"?: "reject" | "skip"; }; header?: { "idempotency-key"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/x-ndjson": (components['schemas']["OrderInput"]) | (string); "application/json": components['schemas']["OrderBatchInput"]; "text/csv": string; } };
responses: {
202: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Run"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/runs/reroute": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: never; header?: { "idempotency-key"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["RerouteRunRequestInput"]; } };
responses: {
202: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Run"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/runs/{routing_run_id}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: never; header?: never; path: { "routing_run_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ShownRun"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/runs/{routing_run_id}/events": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: never; header?: never; path: { "routing_run_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "text/event-stream": string; }; };
204: { headers: { [name: string]: unknown }; content?: never; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/runs/{routing_run_id}/results": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "limit"?: number; "cursor"?: string; "status"?: "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE"; "warehouse_id"?: string; "order_id"?: string; "for"?: "spreadsheet"; }; header?: never; path: { "routing_run_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["RunResultsPage"]; "application/x-ndjson": ((components['schemas']["OrderResultA"]) | (components['schemas']["OrderResultB"])) | (string); "text/csv": string; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/runs/{routing_run_id}/why": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: never; header?: never; path: { "routing_run_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/x-ndjson": ((components['schemas']["Why"]) | (components['schemas']["SupersededOrder"])) | (string); }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/runs/{routing_run_id}/certificate": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: never; header?: never; path: { "routing_run_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/x-ndjson": (components['schemas']["CertificateLine"]) | (string); }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/runs/{routing_run_id}/cancel": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: never; header?: { "idempotency-key"?: string; }; path: { "routing_run_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Run"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/runs/{routing_run_id}/retry": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: never; header?: { "idempotency-key"?: string; }; path: { "routing_run_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Run"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/what-ifs": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "limit"?: number; "cursor"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["WhatIfPage"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post: {
parameters: { query?: { "as_of"?: string; }; header?: { "idempotency-key"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["WhatIfRequestInput"]; } };
responses: {
202: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AcceptedWhatIf"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/what-ifs/{what_if_id}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: never; header?: never; path: { "what_if_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["WhatIf"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete: {
parameters: { query?: never; header?: never; path: { "what_if_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
204: { headers: { [name: string]: unknown }; content?: never; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/what-ifs/{what_if_id}/changes": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "limit"?: number; "cursor"?: string; "from_status"?: "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE"; "to_status"?: "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE"; "warehouse_id"?: string; "for"?: "spreadsheet"; }; header?: never; path: { "what_if_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["WhatIfChangesPage"]; "application/x-ndjson": (components['schemas']["WhatIfChange"]) | (string); "text/csv": string; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/what-ifs/{what_if_id}/changes/{routing_decision_id}/why": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: never; header?: never; path: { "what_if_id": number; "routing_decision_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["WhatIfWhy"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/what-ifs/{what_if_id}/cancel": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: never; header?: { "idempotency-key"?: string; }; path: { "what_if_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["WhatIf"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/reports/decisions.csv": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "from"?: string; "to"?: string; "for"?: "spreadsheet"; "routing_run_id"?: number; "status"?: "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE"; "current"?: "true"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "text/csv": string; "application/json": (components['schemas']["DecisionReportRow"])[]; "application/x-ndjson": (components['schemas']["DecisionReportRow"]) | (string); }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/reports/shipments.csv": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "from"?: string; "to"?: string; "for"?: "spreadsheet"; "routing_run_id"?: number; "status"?: "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE"; "current"?: "true"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "text/csv": string; "application/json": (components['schemas']["ShipmentReportRow"])[]; "application/x-ndjson": (components['schemas']["ShipmentReportRow"]) | (string); }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/reports/unfulfilled.csv": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "from"?: string; "to"?: string; "for"?: "spreadsheet"; "routing_run_id"?: number; "status"?: "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE"; "current"?: "true"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "text/csv": string; "application/json": (components['schemas']["UnfulfilledReportRow"])[]; "application/x-ndjson": (components['schemas']["UnfulfilledReportRow"]) | (string); }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/reports/usage.csv": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "from"?: string; "to"?: string; "for"?: "spreadsheet"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "text/csv": string; "application/json": (components['schemas']["UsageReportRow"])[]; "application/x-ndjson": (components['schemas']["UsageReportRow"]) | (string); }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/reports/inventory.csv": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "from"?: string; "to"?: string; "for"?: "spreadsheet"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "text/csv": string; "application/json": (components['schemas']["InventoryReportRow"])[]; "application/x-ndjson": (components['schemas']["InventoryReportRow"]) | (string); }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/api/v1/promise": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: { "as_of"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["PromiseRequestInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["PromiseAnswer"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
}
export interface webhooks {
"run.completed": components['schemas']["RunCompletedEvent"];
"run.failed": components['schemas']["RunFailedEvent"];
"run.cancelled": components['schemas']["RunCancelledEvent"];
"inventory.synced": components['schemas']["InventorySyncedEvent"];
"inventory.short": components['schemas']["InventoryShortEvent"];
"what_if.completed": components['schemas']["WhatIfCompletedEvent"];
"order.rerouted": components['schemas']["OrderReroutedEvent"];
"order.released": components['schemas']["OrderReleasedEvent"];
"order.shipped": components['schemas']["OrderShippedEvent"];
"order.unroutable": components['schemas']["OrderUnroutableEvent"];
"api_key.expiring": components['schemas']["ApiKeyExpiringEvent"];
"audit.recorded": components['schemas']["AuditRecordedEvent"];
"webhook.test": components['schemas']["WebhookTestEvent"];
}
export interface components {
schemas: {
/** The what-if was accepted. Location says where it is found. */
"AcceptedWhatIf": {
"what_if_id": number;
"status": "queued" | "running" | "cancelled" | "completed" | "failed";
};
"AccountChange": {
/** By path of the account file, list elements by name: warehouses[EWR1].priority. */
"path": string;
/** null: it was not there. */
"before": unknown;
/** null: it is no more. */
"after": unknown;
};
"Actor": {
"kind": "user" | "operator" | "token" | "api_key" | "command_line" | "service";
"name": string;
};
"Allocation": {
/** The service's own code, for traceability. */
"warehouse_code": string;
"external_warehouse_id": string;
"warehouse_name": string;
"ship_qty": number;
/** Only if an enabled warehouse has a calendar. Null: its warehouse has no calendar, or no ship day. */
"ship_date"?: (string) | (null);
/** Only if an enabled warehouse has a calendar. Null: there is no ship date or no lane. */
"delivery_date"?: (string) | (null);
};
"ApiKeyExpiringEvent": {
"type": "api_key.expiring";
/** When it happened. */
"timestamp": string;
"data": {
"api_key_id": number;
"name": string;
"environment": "test" | "live";
/** Leading part of the key. */
"key_prefix": string;
"expires_at": string;
};
};
"AuditEntry": {
"id": number;
"at": string;
"who": components['schemas']["Actor"];
"action": string;
/** What it was done to, as a path of this API. */
"subject": string;
/** At most the first thousand. */
"changes": (components['schemas']["AccountChange"])[];
/** From where; null: from the service itself, or not recorded. */
"address": string | null;
/** Of a person: the session by which they did it. */
"session_id": (number) | (null);
};
"AuditRecordedEvent": {
"type": "audit.recorded";
/** When it happened. */
"timestamp": string;
"data": components['schemas']["AuditEntry"];
};
"BatchShipped": {
/** One element an order, in the order sent: its answer, or why nothing of it changed. */
"orders": ((components['schemas']["ShippedOrder"]) | ({
"order_id": string;
"code": string;
"detail": string;
}))[];
};
"BatchShippedRequestInput": {
"orders": ({
"order_id": string;
/** When they left, with an offset; default: now. Never before the decision. */
"shipped_at"?: (string) | (null);
/** Left out: all that the latest decision allocated and that has not shipped. */
"shipments"?: ({
"warehouse_id": string;
/** Left out: all that is left of this warehouse. */
"lines"?: ({
"sku": string;
"quantity": number;
})[];
})[];
/** true: it left although the order was released or has expired. The quantity alone changes. */
"late"?: boolean;
})[];
};
"CertificateLine": {
"type": "run" | "window" | "supply" | "eligible" | "order";
[key: string]: unknown;
};
"ChangedStock": {
/** In the order sent. */
"changes": ({
"sku": string;
"warehouse_id": string;
"quantity_available": number;
"reserved_quantity": number;
"effective_quantity": number;
/** false: a later count knows of the change, which is kept in the history alone. */
"applied": boolean;
})[];
"short": components['schemas']["ShortPairs"];
};
"ConfirmRequestInput": { [key: string]: unknown };
"ConfirmedOrder": {
"order_id": string;
/** The latest decision on the order. */
"routing_decision_id": number;
"confirmed": true;
/** Units that it has reserved now. */
"reserved_units": number;
};
"Costs": {
/** Exact to the cent, however large: read it as a decimal, as a double rounds 16 digits and more. */
"total_cost": number;
/** Orders that ship, and of which every shipment has a price. */
"priced_orders": number;
"cost_per_order": (number) | (null);
"cost_per_shipment": (number) | (null);
};
"DecisionRecord": {
"routing_run_id": number;
"client_run_number": number;
/** When the run began. */
"routed_at": string;
"contract_variant": "A" | "B";
/** The version of all that the client had configured then. */
"configuration_id": number;
/** The client's settings then, with those of the applied profile in their place. */
"settings": components['schemas']["RoutingSettings"];
/** The Routing Profile that was applied; null for the default settings. */
"profile": ({
"partner_id": string;
"name": string;
/** The only warehouses its orders may use. */
"warehouse_ids": ((string)[]) | (null);
}) | (null);
/** The rules that stood on the order's SKUs. */
"item_controls": (components['schemas']["ItemControlRule"])[];
/** The order result, byte for byte as it was first answered. */
"result": (components['schemas']["OrderResultA"]) | (components['schemas']["OrderResultB"]);
};
"DecisionReportRow": {
"routing_decision_id": number;
"routing_run_id": number;
"client_run_number": number;
/** When the run began. */
"routed_at": string;
"order_id": string;
/** As it was sent. */
"destination_zip": string;
"partner_id": string | null;
"is_vip": boolean;
"priority_level": (number) | (null);
"order_created_at": (string) | (null);
"carrier": string | null;
"ship_method": string | null;
"status": "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE";
"routing_quality": "Optimal" | "Suboptimal" | "Split" | "Unroutable";
"reason": string;
/** Name of the applied Routing Profile, or Default. */
"profile": string;
"preferred_warehouse_id": string | null;
"selected_warehouse_ids": string;
"shipment_count": number;
"requested_qty": number;
"ship_qty": number;
"unfulfilled_qty": number;
"unfulfilled_skus": string;
/** Exact to the cent, however large: read it as a decimal, as a double rounds 16 digits and more. */
"total_shipment_value": number;
"policy_outcome": "clear" | "warned" | "blocked";
"policy_warning_codes": string;
"policy_blocked_code": string | null;
"decision_driver": "invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_inventory" | "policy_blocked" | "no_eligible_warehouse" | "no_capacity" | "routing_only_recommended" | "batch_improved" | "optimal_preferred_full" | "item_control_preferred" | "partial_short" | "lowest_cost" | "split_required" | "preferred_restricted" | "preferred_too_late" | "preferred_too_slow" | "preferred_no_capacity" | "preferred_below_minimum_value" | "preferred_short";
"unroutable_reason_code": ("invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory") | (null);
"unroutable_category": ("invalid_order_data" | "inventory" | "rules") | (null);
"unroutable_reason": string | null;
"recommended_action": string | null;
/** Whether it was routed by POST /orders/{order_id}/reroute. */
"rerouted": boolean;
"reroute_exclude_warehouse_ids": string | null;
"reroute_only_warehouse_ids": string | null;
"reroute_note": string | null;
/** Only if an enabled warehouse has a calendar. */
"deliver_by"?: (string) | (null);
/** Only if an enabled warehouse has a calendar. The latest of its shipments; null if one is null or nothing ships. */
"delivery_date"?: (string) | (null);
/** Only if the account has rates. Null: there is no price for one of its shipments. */
"total_cost"?: (number) | (null);
/** current: the decision holds. replaced: by a newer decision on the same order. released: the order was cancelled. left: its shipments have left. shipped: all of it was said to have shipped. expired: it was not confirmed in time. */
"state": "current" | "replaced" | "released" | "left" | "shipped" | "expired";
};
"DryRunA": {
"routing_run_id": null;
"client_run_number": null;
"client_id": number;
"status": "queued" | "running" | "cancelling" | "cancelled" | "completed" | "failed";
"orders_considered": number;
"orders_routed": number;
"full_count": number;
"split_count": number;
"partial_count": number;
"partial_split_count": number;
"none_count": number;
/** Only if orders were improved together (setting batch_optimization). */
"optimization"?: components['schemas']["Optimization"];
/** In request order. */
"results": (components['schemas']["DryRunResultA"])[];
/** Of a CSV body, where there are any: those that are alike as one, the first 100. */
"warnings"?: (components['schemas']["IntakeWarning"])[];
"dry_run": true;
};
"DryRunB": {
"routing_run_id": null;
"client_id": number;
"status": "queued" | "running" | "cancelling" | "cancelled" | "completed" | "failed";
"orders_considered": number;
"orders_routed": number;
/** Only if orders were improved together (setting batch_optimization). */
"optimization"?: components['schemas']["Optimization"];
/** In request order. */
"results": (components['schemas']["DryRunResultB"])[];
/** Of a CSV body, where there are any: those that are alike as one, the first 100. */
"warnings"?: (components['schemas']["IntakeWarning"])[];
"dry_run": true;
};
"DryRunOrderB": {
"order_id": string;
"routing_decision_id": null;
"status": "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE";
"routing_quality": "Optimal" | "Suboptimal" | "Split" | "Unroutable";
"reason": string;
"preferred_warehouse": (components['schemas']["WarehouseReferenceB"]) | (null);
/** Set for a single-origin route. */
"selected_warehouse": (components['schemas']["WarehouseReferenceB"]) | (null);
/** Filled for a multi-origin route. */
"selected_warehouses": (components['schemas']["WarehouseReferenceB"])[];
/** In the order's line order. */
"lines": (components['schemas']["OrderLineResultB"])[];
/** Only if an enabled warehouse has a calendar. The latest of its shipments; null if one is null or nothing ships. */
"delivery_date"?: (string) | (null);
/** Only if the account has rates. Null: there is no price for one of its shipments. */
"total_cost"?: (number) | (null);
"decision_driver": {
"code": "invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_inventory" | "policy_blocked" | "no_eligible_warehouse" | "no_capacity" | "routing_only_recommended" | "batch_improved" | "optimal_preferred_full" | "item_control_preferred" | "partial_short" | "lowest_cost" | "split_required" | "preferred_restricted" | "preferred_too_late" | "preferred_too_slow" | "preferred_no_capacity" | "preferred_below_minimum_value" | "preferred_short";
"message": string;
"sku": string | null;
"required_qty": (number) | (null);
"available_qty": (number) | (null);
"short_qty": (number) | (null);
"warehouse": (components['schemas']["WarehouseReferenceB"]) | (null);
};
"unroutable_reason_code": ("invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory") | (null);
"unroutable_category": ("invalid_order_data" | "inventory" | "rules") | (null);
"unroutable_reason": string | null;
"recommended_action": string | null;
"why"?: components['schemas']["DryRunWhy"];
"dry_run": true;
/** Of a CSV body, where there are any: those that are alike as one, the first 100. */
"warnings"?: (components['schemas']["IntakeWarning"])[];
};
"DryRunRelease": {
"order_id": string;
"routing_decision_id": null;
/** 0: nothing was reserved any more. The order is released all the same. */
"released_units": number;
"released": ({
"sku": string;
"warehouse_id": string;
"quantity": number;
})[];
"dry_run": true;
};
"DryRunResultA": {
"order_id": string;
"routing_decision_id": null;
"status": "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE";
"routing_quality": "Optimal" | "Suboptimal" | "Split" | "Unroutable";
"reason": string;
"profile": {
"applied": boolean;
"name": string;
"partner_id": string | null;
};
"policy_outcome": "clear" | "warned" | "blocked";
"policy_warning_count": number;
"policy_warning_codes": ("split_shipment_warned" | "partial_shipment_warned" | "max_transit_days_warned" | "minimum_shipment_value_warned" | "late_delivery_warned")[];
"policy_blocked_code": ("late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked") | (null);
"policy_messages": (string)[];
"unroutable_reason_code": ("invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory") | (null);
"unroutable_category": ("invalid_order_data" | "inventory" | "rules") | (null);
"unroutable_reason": string | null;
"recommended_action": string | null;
/** Exact to the cent, however large: read it as a decimal, as a double rounds 16 digits and more. */
"total_shipment_value": number;
/** Top-ranked; not necessarily the ship-from warehouse. */
"preferred_warehouse": (components['schemas']["WarehouseReference"]) | (null);
/** Set when exactly one warehouse was selected. */
"selected_warehouse": (components['schemas']["WarehouseReference"]) | (null);
"selected_warehouses": (components['schemas']["WarehouseReference"])[];
"shipment_count": number;
"shipments": (components['schemas']["Shipment"])[];
/** Only if an enabled warehouse has a calendar. The latest of its shipments; null if one is null or nothing ships. */
"delivery_date"?: (string) | (null);
/** Only if the account has rates. Null: there is no price for one of its shipments. */
"total_cost"?: (number) | (null);
/** When the order is released by itself, as it was decided: a hold, or the setting reservation_days. */
"expires_at"?: string;
/** What of the order had shipped before it was routed again: it is not in the lines that were routed. */
"shipped_before"?: ({
"sku": string;
"quantity": number;
})[];
"unfulfilled_lines": (components['schemas']["UnfulfilledLine"])[];
"explanation": components['schemas']["Explanation"];
"why"?: components['schemas']["DryRunWhy"];
};
"DryRunResultB": {
"order_id": string;
"routing_decision_id": null;
"status": "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE";
"routing_quality": "Optimal" | "Suboptimal" | "Split" | "Unroutable";
"reason": string;
"preferred_warehouse": (components['schemas']["WarehouseReferenceB"]) | (null);
/** Set for a single-origin route. */
"selected_warehouse": (components['schemas']["WarehouseReferenceB"]) | (null);
/** Filled for a multi-origin route. */
"selected_warehouses": (components['schemas']["WarehouseReferenceB"])[];
/** In the order's line order. */
"lines": (components['schemas']["OrderLineResultB"])[];
/** Only if an enabled warehouse has a calendar. The latest of its shipments; null if one is null or nothing ships. */
"delivery_date"?: (string) | (null);
/** Only if the account has rates. Null: there is no price for one of its shipments. */
"total_cost"?: (number) | (null);
"decision_driver": {
"code": "invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_inventory" | "policy_blocked" | "no_eligible_warehouse" | "no_capacity" | "routing_only_recommended" | "batch_improved" | "optimal_preferred_full" | "item_control_preferred" | "partial_short" | "lowest_cost" | "split_required" | "preferred_restricted" | "preferred_too_late" | "preferred_too_slow" | "preferred_no_capacity" | "preferred_below_minimum_value" | "preferred_short";
"message": string;
"sku": string | null;
"required_qty": (number) | (null);
"available_qty": (number) | (null);
"short_qty": (number) | (null);
"warehouse": (components['schemas']["WarehouseReferenceB"]) | (null);
};
"unroutable_reason_code": ("invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory") | (null);
"unroutable_category": ("invalid_order_data" | "inventory" | "rules") | (null);
"unroutable_reason": string | null;
"recommended_action": string | null;
"why"?: components['schemas']["DryRunWhy"];
};
"DryRunSync": {
"client_id": number;
"ingest_run_id": null;
"rows_received": number;
"rows_upserted": number;
"rows_inserted": number;
"rows_updated": number;
"rows_unchanged": number;
/** Always 0: missing rows are not deleted. */
"rows_deleted": number;
/** Faulty rows that were left out, where there are any. */
"fault_count"?: number;
/** What is wrong with them and where, the first 100. */
"faults"?: ({
"path": string;
"message": string;
})[];
/** Of a CSV body, where there are any: those that are alike as one, the first 100. */
"warnings"?: (components['schemas']["IntakeWarning"])[];
/** Rows of pairs that were counted later. They stay as they are. */
"rows_stale"?: number;
/** Rows whose count and what happened later are below 0 together. */
"rows_below_zero"?: number;
/** Units that stay reserved at the pairs that were sent. */
"reservations_kept"?: number;
/** The moment that was taken. This and the three before: with counted_at. */
"counted_at"?: string;
"short"?: components['schemas']["ShortPairs"];
"dry_run": true;
/** Units of all stock, also of what is not in the file. */
"units_now": number;
/** Units of all stock, also of what is not in the file. */
"units_then": number;
/** Rows of all stock, also of what is not in the file. */
"rows_now": number;
/** Units that orders have reserved now. The sync would release all of them. */
"reserved_units": number;
};
"DryRunWhy": {
"status": "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE";
/** What ships from where, why not from the preferred warehouse, what is missing and what to do. */
"summary": string;
/** False for a decision that is older than the keeping of what it saw: numbers are null. */
"stock_as_seen": boolean;
/** False where the search ended at its limit of work. */
"search_complete": boolean;
/** Only where search_complete is false: no route that ships as many units has fewer shipments. Absent where no such number is proved. */
"at_least_shipments"?: number;
/** Only if the account has rates. No permitted route that ships as many units costs less, split penalties included. Null: the search was complete, a shipment has no price, or nothing is proved. */
"at_least_cost"?: (number) | (null);
/** What narrowed the candidates of an order that was routed again. */
"reroute": (components['schemas']["Reroute"]) | (null);
/** The last day on which the order may arrive; null: any. Only if an enabled warehouse has a calendar. */
"deliver_by"?: (string) | (null);
/** All candidates in rank order; of more than 100 the first 100 and those that ship. Of a FULL from rank 1 the others are not_needed and their numbers null; empty where the destination ZIP is invalid. */
"warehouses": (components['schemas']["ExplainedWarehouse"])[];
"warehouses_not_listed"?: components['schemas']["WarehousesNotListed"];
/** The client's other warehouses. */
"left_out": ({
"warehouse_id": string;
"warehouse_name": string;
"because": "disabled" | "profile" | "reroute";
})[];
/** Routes that were not taken, in this order; one that equals the chosen route is left out. */
"alternatives": ({
"kind": "best_single" | "unconstrained" | "nearest_first" | "cheapest" | "fewest_shipments";
"warehouse_ids": (string)[];
"units": number;
"shipments": number;
"rank_sum": number;
/** Only if the account has rates. Null: a shipment has no price. */
"cost"?: (number) | (null);
/** Only if the account has rates. By how much that is more than the chosen route costs. */
"cost_difference"?: number | null;
/** Names only numbers and names that are fields beside it. */
"sentence": string;
})[];
/** Only where the order ships otherwise than alone (setting batch_optimization): what it was to ship alone. Units that are available are then what is left when all other orders of the window ship as they do in the end. */
"optimization"?: {
"alone": {
"warehouse_ids": (string)[];
"shipments": number;
/** The greatest transit days; null: a shipment has no lane. */
"days": (number) | (null);
};
/** For which order of its batch it ships otherwise than alone. */
"sentence": string;
};
};
"ErasedRawOrderData": {
"order_id": string;
/** Routings of the order that had raw_order_data; 0: none had any. */
"erased": number;
};
"Error": {
/** What is wrong, in a sentence, whose words may change. */
"detail": string;
/** The name of the error, which stays. */
"code": "bad_request" | "unknown_query_parameter" | "incompatible_options" | "invalid_json" | "missing_order_id" | "missing_lines" | "client_id_in_body" | "unknown_warehouse" | "duplicate_inventory_row" | "duplicate_order_id" | "counted_too_long_ago" | "invalid_api_key" | "not_signed_in" | "subscription_inactive" | "usage_limit" | "upload_limit" | "missing_scope" | "address_not_allowed" | "other_site" | "not_found" | "method_not_allowed" | "request_timeout" | "body_timeout" | "idempotency_conflict" | "not_allocated" | "order_released" | "hold_expired" | "nothing_reserved" | "nothing_remains" | "quantity_changed" | "quantity_below_zero" | "reroute_worse" | "order_has_left" | "run_ended" | "run_not_failed" | "too_many_orders" | "too_many_rows" | "body_too_large" | "unsupported_media_type" | "expectation_failed" | "validation_failed" | "rate_limited" | "headers_too_large" | "internal" | "overloaded" | "unavailable" | "outcome_unknown";
};
"ExplainedWarehouse": {
"rank": number;
"warehouse_id": string;
"warehouse_name": string;
/** Null: there is no lane, or it was not kept. */
"transit_days": (number) | (null);
/** Null also where the lane is from a lane table. */
"distance_miles": (number) | (null);
"lane_source": string | null;
/** Only if an enabled warehouse has a calendar. Null: its warehouse has no calendar, or no ship day. */
"ship_date"?: (string) | (null);
/** Only if an enabled warehouse has a calendar. Null: there is no ship date or no lane. */
"delivery_date"?: (string) | (null);
"chosen": boolean;
/** Null only where stock_as_seen is false and the stock would decide. */
"verdict": ("ships_all" | "ships_part" | "barred" | "too_late" | "too_slow" | "full" | "no_stock" | "below_minimum_value" | "short" | "not_needed") | (null);
/** What the warehouse would ship alone, policies on value, splits and partials set aside. */
"could_ship_units": (number) | (null);
/** Only if the account has rates. What that shipment would cost. Null: it has no price, or it is not known. */
"cost_alone"?: (number) | (null);
/** Names only numbers and names that are fields beside it. */
"sentence": string;
/** A SKU once, in line order. */
"lines": ({
"sku": string;
"requested_qty": number;
/** What this order could use at its turn; null: not kept, not looked at, or without a limit. */
"available_qty": (number) | (null);
/** What others held of that stock then. */
"reserved_qty": (number) | (null);
/** Only if the account keeps units back: what was kept back as safety stock; null as available_qty. */
"safety_qty"?: (number) | (null);
"ship_qty": number;
/** Why the warehouse may not ship the SKU; null: it may. */
"barred_by": ("drop_ship" | "hold" | "restrict" | "exclude" | "late_delivery" | "max_transit_days" | "capacity") | (null);
})[];
};
/** The item_control lists are there when Item Control applies. */
"Explanation": ({
"selected_path": "full" | "split" | "partial" | "partial_split" | "none";
"ranked_warehouses": ({
"rank": number;
"warehouse_id": string;
"warehouse_name": string;
})[];
"warehouses_not_listed"?: components['schemas']["WarehousesNotListed"];
"decision_driver": {
"code": "invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_inventory" | "policy_blocked" | "no_eligible_warehouse" | "no_capacity" | "routing_only_recommended" | "batch_improved" | "optimal_preferred_full" | "item_control_preferred" | "partial_short" | "lowest_cost" | "split_required" | "preferred_restricted" | "preferred_too_late" | "preferred_too_slow" | "preferred_no_capacity" | "preferred_below_minimum_value" | "preferred_short";
"message": string;
"sku": string | null;
"required_qty": (number) | (null);
"available_qty": (number) | (null);
"short_qty": (number) | (null);
"warehouse": (components['schemas']["WarehouseReference"]) | (null);
};
"item_control_applied": false;
}) | ({
"selected_path": "full" | "split" | "partial" | "partial_split" | "none";
"ranked_warehouses": ({
"rank": number;
"warehouse_id": string;
"warehouse_name": string;
})[];
"warehouses_not_listed"?: components['schemas']["WarehousesNotListed"];
"decision_driver": {
"code": "invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_inventory" | "policy_blocked" | "no_eligible_warehouse" | "no_capacity" | "routing_only_recommended" | "batch_improved" | "optimal_preferred_full" | "item_control_preferred" | "partial_short" | "lowest_cost" | "split_required" | "preferred_restricted" | "preferred_too_late" | "preferred_too_slow" | "preferred_no_capacity" | "preferred_below_minimum_value" | "preferred_short";
"message": string;
"sku": string | null;
"required_qty": (number) | (null);
"available_qty": (number) | (null);
"short_qty": (number) | (null);
"warehouse": (components['schemas']["WarehouseReference"]) | (null);
};
"item_control_applied": true;
"item_control_skus": (string)[];
"item_control_flags": ("warehouse_restricted" | "warehouse_preferred" | "warehouse_excluded" | "do_not_split" | "do_not_partial" | "drop_ship" | "hold" | "max_transit_days" | "safety_stock")[];
"item_control_notes": (string)[];
"item_control_rules": ({
"sku": string;
"summary": string;
})[];
});
"IntakeWarning": {
/** The physical line of the body, the first if there are several. */
"line": number;
"message": string;
/** How many are like it, if it is not the only one. */
"count"?: number;
};
"InventoryReportRow": {
"sku": string;
"sku_description": string | null;
"warehouse_id": string;
"warehouse_code": string;
"warehouse_name": string;
/** As last synced. */
"quantity_available": number;
/** Held by active reservations. */
"reserved_quantity": number;
/** quantity_available less reserved_quantity. */
"effective_quantity": number;
"unit_value": number | null;
/** Only where the account has rates. */
"unit_weight"?: number | null;
/** The sync that last changed quantity_available. */
"ingest_run_id": number;
"source_name": string | null;
/** When a sync last told quantity_available, changed or not. */
"synced_at": string;
/** When a sync last changed it: ingest_run_id. */
"changed_at": string;
};
"InventoryRowInput": ({
/** SKU identifier; once per warehouse in one request. */
"sku": string;
/** Warehouse ID as configured on the Warehouses page. */
"warehouse_id"?: (string) | (null);
/** Alias of warehouse_id; the primary name in Variant B. */
"external_warehouse_id"?: (string) | (null);
/** The service's own code, in Variant B only: accepted instead of a warehouse ID. Beside one it must name the same warehouse. */
"warehouse_code"?: (string) | (null);
/** Available quantity; 0 for out of stock. */
"quantity_available"?: (number) | (null);
/** Alias of quantity_available; the primary name in Variant B. */
"available_qty"?: (number) | (null);
/** SKU value, used where an order line has none. */
"unit_value"?: (number) | (null);
/** Weight of one unit, used where no order line has one. */
"unit_weight"?: (number) | (null);
/** Kept for display and reporting. */
"sku_description"?: (string) | (null);
}) & (({
"warehouse_id": unknown;
}) | ({
"external_warehouse_id": unknown;
}) | ({
"warehouse_code": unknown;
})) & (({
"quantity_available": unknown;
}) | ({
"available_qty": unknown;
}));
"InventoryShortEvent": {
"type": "inventory.short";
/** When it happened. */
"timestamp": string;
"data": components['schemas']["ShortPairs"];
};
"InventorySyncInput": {
/** Name of the sending system or process. */
"source_name"?: (string) | (null);
/** When the counter read its list of orders, with an offset. With it only the pairs that are sent change, and only reservations that the count knows of end (docs/guides/keep-stock-true.md). */
"counted_at"?: (string) | (null);
/** Rows to upsert; rows that are not sent stay as they are. */
"inventory": (components['schemas']["InventoryRowInput"])[];
};
"InventorySyncResult": {
"client_id": number;
"ingest_run_id": number;
"rows_received": number;
"rows_upserted": number;
"rows_inserted": number;
"rows_updated": number;
"rows_unchanged": number;
/** Always 0: missing rows are not deleted. */
"rows_deleted": number;
/** Faulty rows that were left out, where there are any. */
"fault_count"?: number;
/** What is wrong with them and where, the first 100. */
"faults"?: ({
"path": string;
"message": string;
})[];
/** Of a CSV body, where there are any: those that are alike as one, the first 100. */
"warnings"?: (components['schemas']["IntakeWarning"])[];
/** Rows of pairs that were counted later. They stay as they are. */
"rows_stale"?: number;
/** Rows whose count and what happened later are below 0 together. */
"rows_below_zero"?: number;
/** Units that stay reserved at the pairs that were sent. */
"reservations_kept"?: number;
/** The moment that was taken. This and the three before: with counted_at. */
"counted_at"?: string;
"short"?: components['schemas']["ShortPairs"];
};
"InventorySyncedEvent": {
"type": "inventory.synced";
/** When it happened. */
"timestamp": string;
"data": components['schemas']["InventorySyncResult"];
};
"ItemControlRule": ({
/** The product. */
"sku": string;
/** Kind of rule: see the table of rules. */
"rule": "restrict";
/** Warehouses the rule names: for restrict, prefer and exclude, and, if wanted, safety_stock. */
"warehouse_ids": (string)[];
/** restrict only. allow: other warehouses may ship what these do not have. block: they may not. */
"fallback": "block" | "allow";
/** Reason for the rule; shown with the decisions it affects. */
"note": (string) | (null);
}) | ({
/** The product. */
"sku": string;
"rule": "prefer" | "exclude";
"warehouse_ids": (string)[];
/** Reason for the rule; shown with the decisions it affects. */
"note": (string) | (null);
}) | ({
/** The product. */
"sku": string;
"rule": "do_not_split" | "do_not_partial" | "drop_ship" | "hold";
/** Reason for the rule; shown with the decisions it affects. */
"note": (string) | (null);
}) | ({
/** The product. */
"sku": string;
"rule": "max_transit_days";
/** max_transit_days only: the limit for this product, instead of the one in the settings. */
"days": number;
/** Reason for the rule; shown with the decisions it affects. */
"note": (string) | (null);
}) | ({
/** The product. */
"sku": string;
"rule": "safety_stock";
/** safety_stock only: units that are kept back of this product, instead of the safety stock of the warehouses. */
"units": number;
"warehouse_ids"?: (string)[];
/** Reason for the rule; shown with the decisions it affects. */
"note": (string) | (null);
});
"LeftShipment": {
"warehouse_id": string;
"shipped_at": string;
"routing_decision_id": number;
"lines": ({
"sku": string;
"quantity": number;
})[];
};
"ListedRun": {
"routing_run_id": number;
"client_run_number": number;
"client_id": number;
"status": "queued" | "running" | "cancelling" | "cancelled" | "completed" | "failed";
"orders_considered": number;
"orders_routed": number;
"full_count": number;
"split_count": number;
"partial_count": number;
"partial_split_count": number;
"none_count": number;
/** Orders that were left out, because a later request asked for something else: `why` of the run names it. orders_routed + orders_superseded are the orders of a completed run. */
"orders_superseded": number;
/** managed: taken by POST /runs and worked in the background. */
"kind": "sync" | "managed";
"created_at": string;
"finished_at": (string) | (null);
/** Faulty orders of its input, which were left out. */
"fault_count": number;
/** Why it failed, in a sentence; null unless status is failed. */
"failure": string | null;
"progress": components['schemas']["RunProgress"];
};
"ListedWhatIf": {
"what_if_id": number;
"name": string | null;
/** A person's e-mail address, or the name of a token or key. */
"requested_by": string;
/** As it was asked for. */
"orders": {
"routing_run_id": (number) | (null);
"from": (string) | (null);
"to": (string) | (null);
};
/** The configuration of the baseline. */
"configuration_id": number;
/** The same with the draft laid over; equal if nothing differs. */
"draft_configuration_id": number;
"status": "queued" | "running" | "cancelled" | "completed" | "failed";
/** Why it failed, in a sentence; null unless status is failed. */
"failure": string | null;
"created_at": string;
/** When its orders were chosen and its snapshot of the stock was taken. */
"started_at": (string) | (null);
"finished_at": (string) | (null);
"progress": components['schemas']["RunProgress"];
/** Orders that the two sides decide differently. So far, while it runs. */
"orders_changed": number;
/** Decided under the configuration as it is. So far, while it runs. */
"baseline": components['schemas']["WhatIfSide"];
/** Decided with the draft laid over. */
"draft": components['schemas']["WhatIfSide"];
};
"Me": {
"status": "ok";
"api_key_id": number;
"client_id": number;
"environment": "test" | "live";
/** Leading part of the key. */
"key_prefix": string;
/** Name of the key. */
"name": string;
"subscription_status": "trialing" | "active" | "past_due" | "paused" | "cancelled";
/** Code of the plan. */
"subscription_tier": string;
/** What the plan allows, and what the client has used of it in the present period. */
"plan": {
"code": string;
/** What usage is counted over: all time, or the UTC month. */
"period": "total" | "month";
/** Routed orders in that period; null: no limit. */
"limit": (number) | (null);
/** Routed so far, by live keys: test keys do not count. */
"used": number;
/** null: no limit. */
"remaining": (number) | (null);
};
/** What the key may do; null: everything. */
"scopes": (("orders:read" | "orders:write" | "runs:read" | "runs:write" | "inventory:read" | "inventory:write" | "promise" | "reports:read" | "what_if")[]) | (null);
/** When the key expires; null: it does not. */
"expires_at": (string) | (null);
/** Of costs. Only if the account has rates. */
"currency"?: string;
};
"Optimization": {
/** Windows of orders that were improved together, up to 5,000 each. */
"windows": number;
/** As each order was decided alone. */
"shipments_before": number;
"shipments_after": number;
/** No assignment of the same units of each SKU for each order has fewer shipments. Of several windows each floor holds given the windows before; this is their sum. Null: not computed yet. */
"floor": (number) | (null);
/** (shipments_after − floor) / shipments_after. */
"gap": (number) | (null);
/** Only if the account has rates. Of the shipments that have a price. */
"cost_before"?: number;
/** Exact to the cent, however large: read it as a decimal, as a double rounds 16 digits and more. */
"cost_after"?: number;
/** Null: not computed, or the objective of an order is not lowest_cost. */
"cost_floor"?: (number) | (null);
/** Orders that ship otherwise than alone. */
"orders_improved": number;
/** Orders whose better routes another request took meanwhile: they ship as they are decided alone after it. */
"orders_redecided": number;
/** Transit days of an order, without orders that have no lane. */
"days_mean_before": (number) | (null);
"days_mean_after": (number) | (null);
};
"OrderAsSent": {
"external_order_id": string;
"destination_zip": string;
"lines": ({
"sku": string;
"quantity": number;
"unit_value": number | null;
/** Only if it was sent. */
"unit_weight"?: number;
})[];
"is_vip": boolean;
"priority_level": (number) | (null);
"order_created_at": (string) | (null);
/** Only if it was sent. */
"deliver_by"?: string;
/** Only if it was sent. */
"hold_minutes"?: number;
"partner_id": string | null;
"carrier": string | null;
"ship_method": string | null;
/** As it was sent; {"erased_at": …} if it was erased since. */
"raw_order_data": ({
[key: string]: unknown;
}) | (null);
};
"OrderBatchInput": {
/** Each order ID at most once. */
"orders": (components['schemas']["OrderInput"])[];
};
"OrderDecisions": {
"order_id": string;
"decisions": (components['schemas']["DecisionRecord"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
};
"OrderHistory": {
"order_id": string;
/** That of its latest decision. */
"state": "current" | "replaced" | "released" | "left" | "shipped" | "expired";
/** Only while it has one: then it is released by itself, if it still has units reserved. */
"expires_at"?: string;
/** Only of an order whose hold was not confirmed: at expires_at it is released, whatever it has. */
"held"?: true;
"routings": (components['schemas']["OrderRouting"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
};
/** One order. Fields that are not listed are ignored, except client_id, which is refused. An order may have up to 1048576 bytes as JSON, 10000 lines, and 10000 members and 32 levels of raw_order_data. */
"OrderInput": ({
/** Customer order ID (preferred name). Not "." or "..". */
"external_order_id"?: (string) | (null);
/** Alias of external_order_id. */
"order_id"?: (string) | (null);
/** 5-digit ship-to ZIP; ZIP+4 is cut. An invalid one is not an error: the order comes back NONE. */
"destination_zip": string;
/** Order lines (preferred name), at least one. */
"lines"?: (({
/** SKU to match against inventory. */
"sku": string;
/** Units requested. */
"quantity": number;
/** Value of one unit; counts to four decimals. */
"unit_value"?: (number) | (null);
/** Weight of one unit; counts to four decimals. */
"unit_weight"?: (number) | (null);
})[]) | (null);
/** Alias of lines. */
"items"?: (({
/** SKU to match against inventory. */
"sku": string;
/** Units requested. */
"quantity": number;
/** Value of one unit; counts to four decimals. */
"unit_value"?: (number) | (null);
/** Weight of one unit; counts to four decimals. */
"unit_weight"?: (number) | (null);
})[]) | (null);
/** VIP orders route first in priority allocation. */
"is_vip"?: boolean | null;
/** Lower numbers route first, orders without one last. */
"priority_level"?: (number) | (null);
/** ISO 8601 timestamp or date, UTC where it has no zone, kept to the microsecond. Older orders route first. */
"order_created_at"?: (string) | (null);
/** The last day on which it may arrive (YYYY-MM-DD): the setting late_delivery says what a later one does. */
"deliver_by"?: (string) | (null);
/** Matches an enabled Routing Profile. */
"partner_id"?: (string) | (null);
/** Kept for reporting; no effect on routing. */
"carrier"?: (string) | (null);
/** Kept for reporting; no effect on routing. */
"ship_method"?: (string) | (null);
/** Releases the order after so many minutes unless POST /orders/{order_id}/confirm comes before. Only of single orders and batches, in Variant A with inventory. */
"hold_minutes"?: (number) | (null);
/** Source-system metadata, kept for traceability: up to 10000 members at all depths, up to 32 levels deep. It comes back as it was sent, digit by digit. */
"raw_order_data"?: ({
[key: string]: unknown;
}) | (null);
}) & (({
"external_order_id": unknown;
}) | ({
"order_id": unknown;
})) & (({
"lines": unknown;
}) | ({
"items": unknown;
}));
"OrderLineResultB": {
"sku": string;
"ordered_qty": number;
"ship_qty": number;
"unfulfilled_qty": number;
/** Where the line ships from; what to execute. */
"allocations": (components['schemas']["Allocation"])[];
};
"OrderReleasedEvent": {
"type": "order.released";
/** When it happened. */
"timestamp": string;
"data": {
"order_id": string;
/** The latest decision on the order; null: it only waits in a run, which leaves it out. */
"routing_decision_id": (number) | (null);
/** 0: nothing was reserved any more. The order is released all the same. */
"released_units": number;
"released": ({
"sku": string;
"warehouse_id": string;
"quantity": number;
})[];
"reason"?: "expired";
};
};
"OrderReroutedEvent": {
"type": "order.rerouted";
/** When it happened. */
"timestamp": string;
"data": (components['schemas']["OrderResultA"]) | (components['schemas']["OrderResultB"]);
};
"OrderResultA": {
"order_id": string;
"routing_decision_id": number;
"status": "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE";
"routing_quality": "Optimal" | "Suboptimal" | "Split" | "Unroutable";
"reason": string;
"profile": {
"applied": boolean;
"name": string;
"partner_id": string | null;
};
"policy_outcome": "clear" | "warned" | "blocked";
"policy_warning_count": number;
"policy_warning_codes": ("split_shipment_warned" | "partial_shipment_warned" | "max_transit_days_warned" | "minimum_shipment_value_warned" | "late_delivery_warned")[];
"policy_blocked_code": ("late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked") | (null);
"policy_messages": (string)[];
"unroutable_reason_code": ("invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory") | (null);
"unroutable_category": ("invalid_order_data" | "inventory" | "rules") | (null);
"unroutable_reason": string | null;
"recommended_action": string | null;
/** Exact to the cent, however large: read it as a decimal, as a double rounds 16 digits and more. */
"total_shipment_value": number;
/** Top-ranked; not necessarily the ship-from warehouse. */
"preferred_warehouse": (components['schemas']["WarehouseReference"]) | (null);
/** Set when exactly one warehouse was selected. */
"selected_warehouse": (components['schemas']["WarehouseReference"]) | (null);
"selected_warehouses": (components['schemas']["WarehouseReference"])[];
"shipment_count": number;
"shipments": (components['schemas']["Shipment"])[];
/** Only if an enabled warehouse has a calendar. The latest of its shipments; null if one is null or nothing ships. */
"delivery_date"?: (string) | (null);
/** Only if the account has rates. Null: there is no price for one of its shipments. */
"total_cost"?: (number) | (null);
/** When the order is released by itself, as it was decided: a hold, or the setting reservation_days. */
"expires_at"?: string;
/** What of the order had shipped before it was routed again: it is not in the lines that were routed. */
"shipped_before"?: ({
"sku": string;
"quantity": number;
})[];
"unfulfilled_lines": (components['schemas']["UnfulfilledLine"])[];
"explanation": components['schemas']["Explanation"];
};
"OrderResultB": {
"order_id": string;
"routing_decision_id": number;
"status": "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE";
"routing_quality": "Optimal" | "Suboptimal" | "Split" | "Unroutable";
"reason": string;
"preferred_warehouse": (components['schemas']["WarehouseReferenceB"]) | (null);
/** Set for a single-origin route. */
"selected_warehouse": (components['schemas']["WarehouseReferenceB"]) | (null);
/** Filled for a multi-origin route. */
"selected_warehouses": (components['schemas']["WarehouseReferenceB"])[];
/** In the order's line order. */
"lines": (components['schemas']["OrderLineResultB"])[];
/** Only if an enabled warehouse has a calendar. The latest of its shipments; null if one is null or nothing ships. */
"delivery_date"?: (string) | (null);
/** Only if the account has rates. Null: there is no price for one of its shipments. */
"total_cost"?: (number) | (null);
"decision_driver": {
"code": "invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_inventory" | "policy_blocked" | "no_eligible_warehouse" | "no_capacity" | "routing_only_recommended" | "batch_improved" | "optimal_preferred_full" | "item_control_preferred" | "partial_short" | "lowest_cost" | "split_required" | "preferred_restricted" | "preferred_too_late" | "preferred_too_slow" | "preferred_no_capacity" | "preferred_below_minimum_value" | "preferred_short";
"message": string;
"sku": string | null;
"required_qty": (number) | (null);
"available_qty": (number) | (null);
"short_qty": (number) | (null);
"warehouse": (components['schemas']["WarehouseReferenceB"]) | (null);
};
"unroutable_reason_code": ("invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory") | (null);
"unroutable_category": ("invalid_order_data" | "inventory" | "rules") | (null);
"unroutable_reason": string | null;
"recommended_action": string | null;
};
"OrderRouting": {
"routing_run_id": number;
"client_run_number": number;
/** When the run began. */
"routed_at": string;
"order": components['schemas']["OrderAsSent"];
/** current: the decision holds. replaced: by a newer decision on the same order. released: the order was cancelled. left: its shipments have left. shipped: all of it was said to have shipped. expired: it was not confirmed in time. */
"state": "current" | "replaced" | "released" | "left" | "shipped" | "expired";
/** When it was replaced, released, or its shipments were said to have left; null: it is current. */
"state_since": (string) | (null);
/** Only where it was routed by POST /orders/{order_id}/reroute. */
"reroute"?: components['schemas']["Reroute"];
/** What of it has left; only where something has. */
"shipments"?: (components['schemas']["LeftShipment"])[];
/** As it was answered, in the variant of its day. */
"result": (components['schemas']["OrderResultA"]) | (components['schemas']["OrderResultB"]);
};
"OrderShippedEvent": {
"type": "order.shipped";
/** When it happened. */
"timestamp": string;
"data": components['schemas']["ShippedOrder"];
};
"OrderUnroutableEvent": {
"type": "order.unroutable";
/** When it happened. */
"timestamp": string;
"data": {
"routing_run_id": number;
"none_count": number;
/** The first 1,000. */
"orders": ({
"order_id": string;
"unroutable_reason_code": ("invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory") | (null);
"unroutable_reason": string | null;
"recommended_action": string | null;
})[];
/** The path of all of them. */
"all_orders": string;
};
};
"Promise": {
"status": "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE";
/** Those that warehouses ship, without drop-ship ones. */
"units_requested": number;
"units_available": number;
"shipment_count": number;
/** The earliest of its shipments; null if one has none. */
"ship_date": (string) | (null);
/** The latest of its shipments; null if one has none. */
"delivery_date": (string) | (null);
/** The earliest moment at which a cut-off changes the ship date of a warehouse that ships; null: there is none. */
"order_by": (string) | (null);
/** Null: the account has no rates, or there is no price for one of its shipments. */
"total_cost": (number) | (null);
};
"PromiseAnswer": {
/** The moment that dates are counted from. */
"as_of": string;
/** The earliest order_by. It holds no stock. */
"valid_until": (string) | (null);
"results": (components['schemas']["Promise"])[];
};
"PromiseRequestInput": {
/** 5-digit ship-to ZIP; ZIP+4 is cut. An invalid one is not an error: the order comes back NONE. */
"destination_zip": string;
/** Up to 200: each is decided alone. */
"carts": ({
"lines": ({
/** SKU to match against inventory. */
"sku": string;
/** Units requested. */
"quantity": number;
/** Value of one unit; counts to four decimals. */
"unit_value"?: (number) | (null);
/** Weight of one unit; counts to four decimals. */
"unit_weight"?: (number) | (null);
})[];
/** Matches an enabled Routing Profile. */
"partner_id"?: (string) | (null);
/** The last day on which it may arrive (YYYY-MM-DD): the setting late_delivery says what a later one does. */
"deliver_by"?: (string) | (null);
/** VIP orders route first in priority allocation. */
"is_vip"?: boolean | null;
})[];
};
"ReleaseRequestInput": {
/** true: its shipments have left, and keep the places that they take of capacities. Then only sending the order again routes it again. */
"left"?: boolean;
};
"ReleasedOrder": {
"order_id": string;
/** The latest decision on the order; null: it only waits in a run, which leaves it out. */
"routing_decision_id": (number) | (null);
/** 0: nothing was reserved any more. The order is released all the same. */
"released_units": number;
"released": ({
"sku": string;
"warehouse_id": string;
"quantity": number;
})[];
};
"Reroute": {
"exclude_warehouse_ids": (string)[];
/** Null: any. */
"only_warehouse_ids": ((string)[]) | (null);
"note": string | null;
};
"RerouteRequestInput": {
/** Warehouses that may not ship the order. */
"exclude_warehouse_ids"?: ((string)[]) | (null);
/** The only warehouses that may; left out: any. */
"only_warehouse_ids"?: ((string)[]) | (null);
/** Why, for people: it is in the history and the reports. */
"note"?: (string) | (null);
/** Where fewer units would ship, or in more shipments: change nothing and answer 409. */
"unless_worse"?: boolean | null;
};
/** What the latest decision on an order must meet. All members may be left out. */
"RerouteRunRequestInput": {
/** The orders of GET /api/v1/inventory/short, of any status, latest decision first. No other member may be beside it. */
"short"?: true;
/** Only these statuses. Left out: NONE alone. */
"statuses"?: ("FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE")[];
/** Only NONE, for one of these reasons. */
"unroutable_reason_codes"?: (("invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory")[]) | (null);
/** Only orders with a SKU that lacks units for one of these reasons. */
"unfulfilled_reasons"?: (("invalid_destination_zip" | "external_fulfillment" | "item_control" | "policy_blocked" | "no_capacity" | "insufficient_inventory")[]) | (null);
/** Only orders whose latest decision is of this run. */
"routing_run_id"?: (number) | (null);
"from"?: (string) | (null);
"to"?: (string) | (null);
};
"RoutedOrderB": {
"order_id": string;
"routing_decision_id": number;
"status": "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE";
"routing_quality": "Optimal" | "Suboptimal" | "Split" | "Unroutable";
"reason": string;
"preferred_warehouse": (components['schemas']["WarehouseReferenceB"]) | (null);
/** Set for a single-origin route. */
"selected_warehouse": (components['schemas']["WarehouseReferenceB"]) | (null);
/** Filled for a multi-origin route. */
"selected_warehouses": (components['schemas']["WarehouseReferenceB"])[];
/** In the order's line order. */
"lines": (components['schemas']["OrderLineResultB"])[];
/** Only if an enabled warehouse has a calendar. The latest of its shipments; null if one is null or nothing ships. */
"delivery_date"?: (string) | (null);
/** Only if the account has rates. Null: there is no price for one of its shipments. */
"total_cost"?: (number) | (null);
"decision_driver": {
"code": "invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_inventory" | "policy_blocked" | "no_eligible_warehouse" | "no_capacity" | "routing_only_recommended" | "batch_improved" | "optimal_preferred_full" | "item_control_preferred" | "partial_short" | "lowest_cost" | "split_required" | "preferred_restricted" | "preferred_too_late" | "preferred_too_slow" | "preferred_no_capacity" | "preferred_below_minimum_value" | "preferred_short";
"message": string;
"sku": string | null;
"required_qty": (number) | (null);
"available_qty": (number) | (null);
"short_qty": (number) | (null);
"warehouse": (components['schemas']["WarehouseReferenceB"]) | (null);
};
"unroutable_reason_code": ("invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory") | (null);
"unroutable_category": ("invalid_order_data" | "inventory" | "rules") | (null);
"unroutable_reason": string | null;
"recommended_action": string | null;
/** Of a CSV body, where there are any: those that are alike as one, the first 100. */
"warnings"?: (components['schemas']["IntakeWarning"])[];
};
"RoutingRunA": {
"routing_run_id": number;
"client_run_number": number;
"client_id": number;
"status": "queued" | "running" | "cancelling" | "cancelled" | "completed" | "failed";
"orders_considered": number;
"orders_routed": number;
"full_count": number;
"split_count": number;
"partial_count": number;
"partial_split_count": number;
"none_count": number;
/** Only if orders were improved together (setting batch_optimization). */
"optimization"?: components['schemas']["Optimization"];
/** In request order; exactly one from /orders/route. */
"results": (components['schemas']["OrderResultA"])[];
/** Of a CSV body, where there are any: those that are alike as one, the first 100. */
"warnings"?: (components['schemas']["IntakeWarning"])[];
};
"RoutingRunB": {
"routing_run_id": number;
"client_id": number;
"status": "queued" | "running" | "cancelling" | "cancelled" | "completed" | "failed";
"orders_considered": number;
"orders_routed": number;
/** Only if orders were improved together (setting batch_optimization). */
"optimization"?: components['schemas']["Optimization"];
/** In request order. */
"results": (components['schemas']["OrderResultB"])[];
/** Of a CSV body, where there are any: those that are alike as one, the first 100. */
"warnings"?: (components['schemas']["IntakeWarning"])[];
};
"RoutingSettings": {
/** false: rank warehouses without looking at stock (routing only). */
"use_inventory_availability": boolean;
/** true: VIP, urgent and older orders of a run get stock first. Always on in Variant B. */
"priority_allocation": boolean;
/** Variant B only. false: every order of a run sees the full stock. */
"consume_inventory_during_batch": boolean;
/** true: ship as many units as possible from as few warehouses as possible. false: take from the best-ranked warehouses first. */
"prefer_full_shipment": boolean;
/** What ranks warehouses: transit days, priority, the delivery date, or the price of the whole order. */
"ranking": "transit" | "priority" | "delivery" | "cost";
/** Whether an order may ship from more than one warehouse. */
"split_shipment": "allow" | "warn" | "block";
/** Whether an order may ship with fewer units than ordered. */
"partial_shipment": "allow" | "warn" | "block";
/** Shipments that take too many transit days. */
"max_transit_days": {
/** allow: no rule. warn: allowed with a warning. block: not allowed. */
"mode": "allow" | "warn" | "block";
/** Maximum transit days; required with warn and block. */
"days": (number) | (null);
};
/** Shipments below a minimum value. An order that ships in full from one warehouse is exempt. */
"minimum_shipment_value": {
/** allow: no rule. warn: allowed with a warning. block: not allowed. */
"mode": "allow" | "warn" | "block";
/** Minimum value of a shipment; required with warn and block. */
"value": (number) | (null);
};
/** Maximum shipments for one order; null: no limit. */
"max_shipments": (number) | (null);
/** Shipments that arrive after deliver_by of their order, or have no delivery date. Default: allow. */
"late_delivery"?: "allow" | "warn" | "block";
/** true: orders may use the units that are kept back, too; meant for profiles. Default: false. */
"ignore_safety_stock"?: boolean;
/** Which route is best of those that ship the most units. lowest_cost needs rates and prefer_full_shipment. Default: fewest_shipments. */
"objective"?: "fewest_shipments" | "lowest_cost";
/** Whether the orders of a batch or a managed run are improved together, after each was decided alone: fewer shipments, or less cost, and no order worse off. Default: off. */
"batch_optimization"?: "off" | "improve";
/** With batch_optimization: how many days later than alone an order may arrive; null: any. Orders of earlier is_vip or priority_level in an exchange never arrive later. Default: 0. */
"batch_max_days_later"?: (number) | (null);
};
"Run": ({
"routing_run_id": number;
"client_run_number": number;
"client_id": number;
"status": "queued" | "running" | "cancelling" | "cancelled" | "completed" | "failed";
"orders_considered": number;
"orders_routed": number;
"full_count": number;
"split_count": number;
"partial_count": number;
"partial_split_count": number;
"none_count": number;
/** Orders that were left out, because a later request asked for something else: `why` of the run names it. orders_routed + orders_superseded are the orders of a completed run. */
"orders_superseded": number;
/** managed: taken by POST /runs and worked in the background. */
"kind": "sync" | "managed";
"created_at": string;
"finished_at": (string) | (null);
/** Faulty orders of its input, which were left out. */
"fault_count": number;
/** Why it failed, in a sentence; null unless status is failed. */
"failure": string | null;
"progress": components['schemas']["RunProgress"];
/** The first 100, where there are any; line is null for a JSON body. */
"faults"?: ({
"line": (number) | (null);
"path": string;
"message": string;
})[];
/** Of a CSV body, where there are any: those that are alike as one, the first 100. */
"warnings"?: (components['schemas']["IntakeWarning"])[];
}) & ((unknown) | ({
"faults": unknown;
}));
"RunCancelledEvent": {
"type": "run.cancelled";
/** When it happened. */
"timestamp": string;
"data": components['schemas']["Run"];
};
"RunCompletedEvent": {
"type": "run.completed";
/** When it happened. */
"timestamp": string;
"data": components['schemas']["Run"];
};
"RunFailedEvent": {
"type": "run.failed";
/** When it happened. */
"timestamp": string;
"data": components['schemas']["Run"];
};
"RunPage": {
/** Newest first. */
"runs": (components['schemas']["ListedRun"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
};
/** Its counts and percent only grow. A run that was cancelled keeps its percent. */
"RunProgress": {
"phase": "receiving" | "scoring" | "allocating" | "done";
/** Grows while the run is received. */
"orders_total": number;
"orders_scored": number;
"orders_routed": number;
/** To one decimal. Never goes back. */
"percent": number;
/** Average over the time at work, an order that is scored only counting in part. null while it waits. */
"orders_per_second": (number) | (null);
/** 0 once the run is done, null if it is not known, as while it waits. */
"eta_seconds": (number) | (null);
/** worker: no worker has been alive for 15 seconds. earlier_run: an earlier run is allocated first. retry: a step failed, and is tried again. Else null. */
"waiting_for": ("worker" | "earlier_run" | "retry") | (null);
/** Only while waiting_for is earlier_run: the routing_run_id of that run. */
"earlier_run_id"?: number;
/** Only while waiting_for is retry: when the step is tried again, or was. */
"retry_at"?: string;
/** Only for operators, while waiting_for is retry: why the step failed. */
"retry_error"?: string;
"started_at": (string) | (null);
"updated_at": string;
};
"RunResultsPage": {
/** In request order. */
"results": ((components['schemas']["OrderResultA"]) | (components['schemas']["OrderResultB"]))[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
};
/** Executable: one downstream work record each. */
"Shipment": {
"selected_warehouse": components['schemas']["WarehouseReference"];
"lines": ({
"sku": string;
"ship_qty": number;
})[];
/** Only if an enabled warehouse has a calendar. Null: its warehouse has no calendar, or no ship day. */
"ship_date"?: (string) | (null);
/** Only if an enabled warehouse has a calendar. Null: there is no ship date or no lane. */
"delivery_date"?: (string) | (null);
/** Only if the account has rates. Null: there is no price for it. */
"cost"?: (number) | (null);
};
"ShipmentReportRow": {
"routing_decision_id": number;
"routing_run_id": number;
"client_run_number": number;
/** When the run began. */
"routed_at": string;
"order_id": string;
/** As it was sent. */
"destination_zip": string;
"status": "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE";
/** Number of the order's shipment, from 1. */
"shipment": number;
"shipment_count": number;
"warehouse_id": string;
"warehouse_code": string;
"warehouse_name": string;
"sku": string;
"ship_qty": number;
"carrier": string | null;
"ship_method": string | null;
/** Only if an enabled warehouse has a calendar. Null: its warehouse has no calendar, or no ship day. */
"ship_date"?: (string) | (null);
/** Only if an enabled warehouse has a calendar. Null: there is no ship date or no lane. */
"delivery_date"?: (string) | (null);
/** Only if the account has rates. Null: there is no price for it. */
"cost"?: (number) | (null);
/** current: the decision holds. replaced: by a newer decision on the same order. released: the order was cancelled. left: its shipments have left. shipped: all of it was said to have shipped. expired: it was not confirmed in time. */
"state": "current" | "replaced" | "released" | "left" | "shipped" | "expired";
};
"ShippedOrder": {
"order_id": string;
"routing_decision_id": number;
/** By this request; 0: nothing was left to ship. */
"shipped_units": number;
/** Warehouse-routed units of the order that have not shipped. */
"remaining_units": number;
/** All that has shipped of the order. */
"shipments": (components['schemas']["LeftShipment"])[];
};
"ShippedRequestInput": {
/** When they left, with an offset; default: now. Never before the decision. */
"shipped_at"?: (string) | (null);
/** Left out: all that the latest decision allocated and that has not shipped. */
"shipments"?: ({
"warehouse_id": string;
/** Left out: all that is left of this warehouse. */
"lines"?: ({
"sku": string;
"quantity": number;
})[];
})[];
/** true: it left although the order was released or has expired. The quantity alone changes. */
"late"?: boolean;
};
"ShortPage": {
"pairs": (components['schemas']["ShortPairWithOrders"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
};
"ShortPair": {
"sku": string;
"warehouse_id": string;
"quantity_available": number;
"reserved_quantity": number;
/** reserved_quantity less quantity_available. */
"short_quantity": number;
};
"ShortPairWithOrders": {
"sku": string;
"warehouse_id": string;
"quantity_available": number;
"reserved_quantity": number;
/** reserved_quantity less quantity_available. */
"short_quantity": number;
/** From the latest decision back, until their units are as many as short_quantity. */
"orders": ({
"order_id": string;
"routing_decision_id": number;
/** What it has reserved of the pair. */
"units": number;
"decided_at": string;
})[];
};
/** Pairs of the request of which more is reserved than there is now. */
"ShortPairs": {
"pairs_short": number;
/** The first 100. */
"pairs": (components['schemas']["ShortPair"])[];
};
"ShownRun": ({
"routing_run_id": number;
"client_run_number": number;
"client_id": number;
"status": "queued" | "running" | "cancelling" | "cancelled" | "completed" | "failed";
"orders_considered": number;
"orders_routed": number;
"full_count": number;
"split_count": number;
"partial_count": number;
"partial_split_count": number;
"none_count": number;
/** Orders that were left out, because a later request asked for something else: `why` of the run names it. orders_routed + orders_superseded are the orders of a completed run. */
"orders_superseded": number;
/** managed: taken by POST /runs and worked in the background. */
"kind": "sync" | "managed";
"created_at": string;
"finished_at": (string) | (null);
/** Faulty orders of its input, which were left out. */
"fault_count": number;
/** Why it failed, in a sentence; null unless status is failed. */
"failure": string | null;
"progress": components['schemas']["RunProgress"];
/** The first 100, where there are any; line is null for a JSON body. */
"faults"?: ({
"line": (number) | (null);
"path": string;
"message": string;
})[];
/** Of a CSV body, where there are any: those that are alike as one, the first 100. */
"warnings"?: (components['schemas']["IntakeWarning"])[];
/** Only if orders were improved together (setting batch_optimization). */
"optimization"?: components['schemas']["Optimization"];
/** Only if the account has rates. What its orders cost, as far as they are decided. */
"costs"?: components['schemas']["Costs"];
}) & ((unknown) | ({
"faults": unknown;
}));
"StockChangeInput": {
/** SKU identifier; once per warehouse in one request. */
"sku": string;
/** Warehouse ID as configured on the Warehouses page. */
"warehouse_id"?: (string) | (null);
/** Alias of warehouse_id; the primary name in Variant B. */
"external_warehouse_id"?: (string) | (null);
/** The service's own code, in Variant B only: accepted instead of a warehouse ID. Beside one it must name the same warehouse. */
"warehouse_code"?: (string) | (null);
/** Units that came; below 0: that went. */
"change": number;
/** Refuses the request unless this is the present quantity_available. */
"expected_quantity"?: (number) | (null);
/** When it happened, with an offset; default: now. A count of then or later knows of it. */
"happened_at"?: (string) | (null);
/** Kept in the history of the pair. */
"reason"?: (string) | (null);
};
"StockChangesInput": {
/** All are made, or none. */
"changes": (components['schemas']["StockChangeInput"])[];
};
"StockPage": {
"inventory": (components['schemas']["StockRow"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
};
"StockRow": {
"sku": string;
"sku_description": string | null;
"warehouse_id": string;
"warehouse_name": string;
/** As last synced. */
"quantity_available": number;
/** Held by active reservations. */
"reserved_quantity": number;
/** quantity_available less reserved_quantity. */
"effective_quantity": number;
"unit_value": number | null;
/** Only where the account has rates. */
"unit_weight"?: number | null;
/** The sync that last changed quantity_available; null: none did. */
"ingest_run_id": (number) | (null);
/** source_name of that sync. */
"source_name": string | null;
/** When a sync last told quantity_available, changed or not; null: none did. */
"synced_at": (string) | (null);
/** When a sync last changed it: ingest_run_id. */
"changed_at": (string) | (null);
};
"SupersededOrder": {
"order_id": string;
"superseded_by": {
/** What was asked for after the run was made. */
"request": "sent" | "rerouted" | "released" | "left" | "shipped" | "expired";
/** The latest decision on the order then; null: it had none. */
"routing_decision_id": (number) | (null);
"at": string;
};
};
"UnfulfilledLine": {
"sku": string;
"requested_qty": number;
"unfulfilled_qty": number;
"reason": "invalid_destination_zip" | "external_fulfillment" | "item_control" | "policy_blocked" | "no_capacity" | "insufficient_inventory";
};
"UnfulfilledReportRow": {
"routing_decision_id": number;
"routing_run_id": number;
"client_run_number": number;
/** When the run began. */
"routed_at": string;
"order_id": string;
/** As it was sent. */
"destination_zip": string;
"status": "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE";
"sku": string;
"requested_qty": number;
"unfulfilled_qty": number;
"reason": "invalid_destination_zip" | "external_fulfillment" | "item_control" | "policy_blocked" | "no_capacity" | "insufficient_inventory";
"unroutable_reason_code": ("invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory") | (null);
"recommended_action": string | null;
/** current: the decision holds. replaced: by a newer decision on the same order. released: the order was cancelled. left: its shipments have left. shipped: all of it was said to have shipped. expired: it was not confirmed in time. */
"state": "current" | "replaced" | "released" | "left" | "shipped" | "expired";
};
"UsageReportRow": {
/** In UTC. */
"day": string;
"routed_orders": number;
};
"ValidationError": {
/** What is wrong, in a sentence, whose words may change. */
"detail": string;
/** duplicate_order_id: a managed run is refused only because order IDs come more than once. */
"code": "validation_failed" | "duplicate_order_id";
"errors": ({
/** For example orders[3].lines[0].quantity; in CSV and NDJSON, line 12: quantity. */
"path": string;
"message": string;
})[];
};
"WarehouseReference": {
"warehouse_id": string;
"warehouse_name": string;
};
"WarehouseReferenceB": {
/** The service's own code, for traceability. */
"warehouse_code": string;
"external_warehouse_id": string;
"warehouse_name": string;
};
/** The other candidates, if there are more than 100. The first 100 and those that ship are listed. */
"WarehousesNotListed": {
"count": number;
/** How many of them there are of each verdict. */
"by_verdict": {
[key: string]: number;
};
};
"WebhookTestEvent": {
"type": "webhook.test";
/** When it happened. */
"timestamp": string;
"data": {
"url": string;
};
};
"WhatIf": {
"what_if_id": number;
"name": string | null;
/** A person's e-mail address, or the name of a token or key. */
"requested_by": string;
/** As it was asked for. */
"orders": {
"routing_run_id": (number) | (null);
"from": (string) | (null);
"to": (string) | (null);
};
/** The configuration of the baseline. */
"configuration_id": number;
/** The same with the draft laid over; equal if nothing differs. */
"draft_configuration_id": number;
"status": "queued" | "running" | "cancelled" | "completed" | "failed";
/** Why it failed, in a sentence; null unless status is failed. */
"failure": string | null;
"created_at": string;
/** When its orders were chosen and its snapshot of the stock was taken. */
"started_at": (string) | (null);
"finished_at": (string) | (null);
"progress": components['schemas']["RunProgress"];
/** Orders that the two sides decide differently. So far, while it runs. */
"orders_changed": number;
/** Decided under the configuration as it is. So far, while it runs. */
"baseline": components['schemas']["WhatIfSide"];
/** Decided with the draft laid over. */
"draft": components['schemas']["WhatIfSide"];
/** The draft as it was sent. */
"laid_over": {
[key: string]: unknown;
};
};
"WhatIfChange": {
"order_id": string;
/** Of the stored order. */
"routing_decision_id": number;
"baseline": components['schemas']["WhatIfOutcome"];
"draft": components['schemas']["WhatIfOutcome"];
/** What differs. Each number and name in it is in a field beside it. */
"sentence": string;
};
"WhatIfChangesPage": {
"changes": (components['schemas']["WhatIfChange"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
};
"WhatIfCompletedEvent": {
"type": "what_if.completed";
/** When it happened. */
"timestamp": string;
"data": components['schemas']["WhatIf"];
};
"WhatIfDraftInput": {
/** How orders are routed. Settings left out stay as they are. */
"settings"?: {
/** false: rank warehouses without looking at stock (routing only). */
"use_inventory_availability"?: boolean;
/** true: VIP, urgent and older orders of a run get stock first. Always on in Variant B. */
"priority_allocation"?: boolean;
/** Variant B only. false: every order of a run sees the full stock. */
"consume_inventory_during_batch"?: boolean;
/** true: ship as many units as possible from as few warehouses as possible. false: take from the best-ranked warehouses first. */
"prefer_full_shipment"?: boolean;
/** What ranks warehouses: transit days, priority, the delivery date, or the price of the whole order. */
"ranking"?: "transit" | "priority" | "delivery" | "cost";
/** Whether an order may ship from more than one warehouse. */
"split_shipment"?: "allow" | "warn" | "block";
/** Whether an order may ship with fewer units than ordered. */
"partial_shipment"?: "allow" | "warn" | "block";
/** Shipments that take too many transit days. */
"max_transit_days"?: {
/** allow: no rule. warn: allowed with a warning. block: not allowed. */
"mode": "allow" | "warn" | "block";
/** Maximum transit days; required with warn and block. */
"days"?: (number) | (null);
};
/** Shipments below a minimum value. An order that ships in full from one warehouse is exempt. */
"minimum_shipment_value"?: {
/** allow: no rule. warn: allowed with a warning. block: not allowed. */
"mode": "allow" | "warn" | "block";
/** Minimum value of a shipment; required with warn and block. */
"value"?: (number) | (null);
};
/** Maximum shipments for one order; null: no limit. */
"max_shipments"?: (number) | (null);
/** Shipments that arrive after deliver_by of their order, or have no delivery date. Default: allow. */
"late_delivery"?: "allow" | "warn" | "block";
/** true: orders may use the units that are kept back, too; meant for profiles. Default: false. */
"ignore_safety_stock"?: boolean;
/** Which route is best of those that ship the most units. lowest_cost needs rates and prefer_full_shipment. Default: fewest_shipments. */
"objective"?: "fewest_shipments" | "lowest_cost";
/** Whether the orders of a batch or a managed run are improved together, after each was decided alone: fewer shipments, or less cost, and no order worse off. Default: off. */
"batch_optimization"?: "off" | "improve";
/** With batch_optimization: how many days later than alone an order may arrive; null: any. Orders of earlier is_vip or priority_level in an exchange never arrive later. Default: 0. */
"batch_max_days_later"?: (number) | (null);
/** Whether orders that shipped nothing for want of inventory are routed again after each sync of stock. Each counts as a routed order. */
"reroute_on_sync"?: {
/** true: each sync of stock starts a run over the orders that wait for stock. */
"enabled": boolean;
/** Only orders that were sent at most so many days before the sync. */
"days"?: number;
};
/** What counts of stock say. available: they leave out what is reserved for orders that the counter knows. on_hand: they are what stands on the shelf, and end no reservation; Variant A only. Default: available. */
"stock_counts"?: "available" | "on_hand";
/** After so many days an order that still has units reserved is released by itself: counted from its decision, or from the confirmation of its hold. null (default): never. Variant A only. */
"reservation_days"?: (number) | (null);
/** Older orders, decisions and runs are removed once a day, except orders with an active reservation. null (default): as long as the service keeps them (RETENTION_DAYS), which also ends what is longer here. */
"retention_days"?: (number) | (null);
};
/** Settings for orders of individual partners. Those not in the list are removed. */
"profiles"?: ({
/** The profile applies to orders with this partner_id. */
"partner_id": string;
/** Display name. Default: the partner_id. */
"name"?: string;
/** false: the profile stays in the account, but its orders use the settings of the client. */
"enabled"?: boolean;
/** Settings that override those of the client. Each is replaced as a whole. */
"settings"?: {
/** true: ship as many units as possible from as few warehouses as possible. false: take from the best-ranked warehouses first. */
"prefer_full_shipment"?: boolean;
/** What ranks warehouses: transit days, priority, the delivery date, or the price of the whole order. */
"ranking"?: "transit" | "priority" | "delivery" | "cost";
/** Whether an order may ship from more than one warehouse. */
"split_shipment"?: "allow" | "warn" | "block";
/** Whether an order may ship with fewer units than ordered. */
"partial_shipment"?: "allow" | "warn" | "block";
/** Shipments that take too many transit days. */
"max_transit_days"?: {
/** allow: no rule. warn: allowed with a warning. block: not allowed. */
"mode": "allow" | "warn" | "block";
/** Maximum transit days; required with warn and block. */
"days"?: (number) | (null);
};
/** Shipments below a minimum value. An order that ships in full from one warehouse is exempt. */
"minimum_shipment_value"?: {
/** allow: no rule. warn: allowed with a warning. block: not allowed. */
"mode": "allow" | "warn" | "block";
/** Minimum value of a shipment; required with warn and block. */
"value"?: (number) | (null);
};
/** Maximum shipments for one order; null: no limit. */
"max_shipments"?: (number) | (null);
/** Shipments that arrive after deliver_by of their order, or have no delivery date. Default: allow. */
"late_delivery"?: "allow" | "warn" | "block";
/** true: orders may use the units that are kept back, too; meant for profiles. Default: false. */
"ignore_safety_stock"?: boolean;
/** Which route is best of those that ship the most units. lowest_cost needs rates and prefer_full_shipment. Default: fewest_shipments. */
"objective"?: "fewest_shipments" | "lowest_cost";
};
/** The only warehouses for these orders; null: all enabled ones. */
"warehouse_ids"?: ((string)[]) | (null);
})[];
/** Rules for individual products. Those not in the list are removed. */
"item_controls"?: (({
/** The product. */
"sku": string;
/** Kind of rule: see the table of rules. */
"rule": "restrict";
/** Warehouses the rule names: for restrict, prefer and exclude, and, if wanted, safety_stock. */
"warehouse_ids": (string)[];
/** restrict only. allow: other warehouses may ship what these do not have. block: they may not. */
"fallback"?: "block" | "allow";
/** Reason for the rule; shown with the decisions it affects. */
"note"?: (string) | (null);
}) | ({
/** The product. */
"sku": string;
"rule": "prefer" | "exclude";
"warehouse_ids": (string)[];
/** Reason for the rule; shown with the decisions it affects. */
"note"?: (string) | (null);
}) | ({
/** The product. */
"sku": string;
"rule": "do_not_split" | "do_not_partial" | "drop_ship" | "hold";
/** Reason for the rule; shown with the decisions it affects. */
"note"?: (string) | (null);
}) | ({
/** The product. */
"sku": string;
"rule": "max_transit_days";
/** max_transit_days only: the limit for this product, instead of the one in the settings. */
"days": number;
/** Reason for the rule; shown with the decisions it affects. */
"note"?: (string) | (null);
}) | ({
/** The product. */
"sku": string;
"rule": "safety_stock";
/** safety_stock only: units that are kept back of this product, instead of the safety stock of the warehouses. */
"units": number;
"warehouse_ids"?: (string)[];
/** Reason for the rule; shown with the decisions it affects. */
"note"?: (string) | (null);
}))[];
/** Warehouses that are enabled, disabled, ranked or dated otherwise. The others stay as they are. */
"warehouses"?: ({
/** The client's ID of the warehouse. */
"warehouse_id": string;
"enabled"?: boolean;
"priority"?: (number) | (null);
/** When it ships: orders then have ship and delivery dates. null: no dates. */
"calendar"?: ({
/** IANA time zone of the warehouse. */
"time_zone": string;
/** Local time, HH:MM: what is ordered at it or later does not leave today. */
"cut_off": string;
/** Ship days that an order needs before it leaves. Default: 0. */
"processing_days"?: number;
/** Days of the week on which it ships. Default: mon to fri. */
"ship_days"?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
/** Dates without work, YYYY-MM-DD, holidays for example. */
"closed_dates"?: (string)[];
}) | (null);
/** Shipments that it can send on a day (Variant A). null: any number. */
"capacity"?: ({
/** Shipments that may leave on one day; 0: none. */
"shipments_per_day": number;
/** A full day: skip (default) leaves the warehouse out, later takes its next ship day with a place. */
"when_full"?: "skip" | "later";
}) | (null);
/** Units of every SKU that are kept back from orders. Default: 0. */
"safety_stock"?: number;
/** What handling a shipment costs, in the currency of the rates. null: nothing. */
"handling"?: ({
/** For each shipment. Default: 0. */
"per_shipment"?: number;
/** For each SKU of a shipment. Default: 0. */
"per_line"?: number;
/** For each unit. Default: 0. */
"per_unit"?: number;
}) | (null);
})[];
/** When carriers deliver. null: Monday to Friday. */
"delivery_calendar"?: ({
/** Days of the week on which carriers deliver. Default: mon to fri. */
"days"?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
/** Dates without work, YYYY-MM-DD, holidays for example. */
"closed_dates"?: (string)[];
}) | (null);
/** With the present prices. */
"rates"?: ({
/** Shown with amounts; nothing is converted. */
"currency": string;
/** How the zone of a shipment is found, to which prices belong. */
"zones": ({
/** miles: by distance. table: the column zone of the lane table (transit provider table). */
"by": "miles";
/** by miles only: the largest miles of zones 1, 2, …; farther is one zone more. */
"upto"?: (number)[];
}) | ({
"by": "table";
});
}) | (null);
/** What each shipment of an order beyond the first counts besides its cost, when routes compare by cost. Default: 0. */
"split_penalty"?: number;
/** Weight of a unit whose SKU has none. null: it weighs nothing, and answers say so. */
"default_unit_weight"?: (number) | (null);
/** Stock that is supposed. It is only a hypothesis: applying the draft leaves it out. */
"inventory"?: ({
"sku": string;
/** The client's ID of the warehouse. */
"warehouse_id": string;
"quantity_available": number;
})[];
};
"WhatIfOutcome": {
"status": "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE";
"shipments": number;
"units_shipped": number;
"units_unfulfilled": number;
/** Of the slowest shipment that has a lane. */
"transit_days": (number) | (null);
/** That it ships from, in rank order. */
"warehouses": ({
"warehouse_id": string;
"units": number;
})[];
/** Codes of the policies that warn of the route. */
"warnings": (string)[];
"search_complete": boolean;
/** Only if the account has rates. Null: there is no price for one of its shipments. */
"total_cost"?: (number) | (null);
};
"WhatIfPage": {
/** Newest first. */
"what_ifs": (components['schemas']["ListedWhatIf"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
};
"WhatIfRequestInput": {
/** For people. */
"name"?: (string) | (null);
/** Either of a run, or of a period from and to: the orders of the runs that began in it, each order ID once, as it was last sent. */
"orders": {
/** The orders of this run. */
"routing_run_id"?: (number) | (null);
"from"?: (string) | (null);
"to"?: (string) | (null);
};
"draft": components['schemas']["WhatIfDraftInput"];
};
"WhatIfSide": {
"full_count": number;
"split_count": number;
"partial_count": number;
"partial_split_count": number;
"none_count": number;
"shipments": number;
"units_shipped": number;
"units_unfulfilled": number;
/** Orders whose route a policy warned of. */
"orders_warned": number;
/** Orders whose search for a route ended before it proved that no other has fewer shipments. */
"search_incomplete_count": number;
/** Of the shipments that have a lane; null if there are none. */
"transit_days": {
/** To two decimals. */
"mean": (number) | (null);
"p50": (number) | (null);
"p90": (number) | (null);
"max": (number) | (null);
};
/** Those that ship. */
"by_warehouse": ({
"warehouse_id": string;
"shipments": number;
"units": number;
})[];
/** Only if the account has rates. */
"costs"?: components['schemas']["Costs"];
};
/** decided_at is when the what-if started. */
"WhatIfWhy": {
"baseline": components['schemas']["Why"];
"draft": components['schemas']["Why"];
};
"Why": {
"routing_decision_id": number;
"order_id": string;
"status": "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE";
"decided_at": string;
/** What of the order had shipped before it was routed again: it is not in the lines that were routed. */
"shipped_before"?: ({
"sku": string;
"quantity": number;
})[];
/** What ships from where, why not from the preferred warehouse, what is missing and what to do. */
"summary": string;
/** False for a decision that is older than the keeping of what it saw: numbers are null. */
"stock_as_seen": boolean;
/** False where the search ended at its limit of work. */
"search_complete": boolean;
/** Only where search_complete is false: no route that ships as many units has fewer shipments. Absent where no such number is proved. */
"at_least_shipments"?: number;
/** Only if the account has rates. No permitted route that ships as many units costs less, split penalties included. Null: the search was complete, a shipment has no price, or nothing is proved. */
"at_least_cost"?: (number) | (null);
/** What narrowed the candidates of an order that was routed again. */
"reroute": (components['schemas']["Reroute"]) | (null);
/** The last day on which the order may arrive; null: any. Only if an enabled warehouse has a calendar. */
"deliver_by"?: (string) | (null);
/** All candidates in rank order; of more than 100 the first 100 and those that ship. Of a FULL from rank 1 the others are not_needed and their numbers null; empty where the destination ZIP is invalid. */
"warehouses": (components['schemas']["ExplainedWarehouse"])[];
"warehouses_not_listed"?: components['schemas']["WarehousesNotListed"];
/** The client's other warehouses. */
"left_out": ({
"warehouse_id": string;
"warehouse_name": string;
"because": "disabled" | "profile" | "reroute";
})[];
/** Routes that were not taken, in this order; one that equals the chosen route is left out. */
"alternatives": ({
"kind": "best_single" | "unconstrained" | "nearest_first" | "cheapest" | "fewest_shipments";
"warehouse_ids": (string)[];
"units": number;
"shipments": number;
"rank_sum": number;
/** Only if the account has rates. Null: a shipment has no price. */
"cost"?: (number) | (null);
/** Only if the account has rates. By how much that is more than the chosen route costs. */
"cost_difference"?: number | null;
/** Names only numbers and names that are fields beside it. */
"sentence": string;
})[];
/** Only where the order ships otherwise than alone (setting batch_optimization): what it was to ship alone. Units that are available are then what is left when all other orders of the window ship as they do in the end. */
"optimization"?: {
"alone": {
"warehouse_ids": (string)[];
"shipments": number;
/** The greatest transit days; null: a shipment has no lane. */
"days": (number) | (null);
};
/** For which order of its batch it ships otherwise than alone. */
"sentence": string;
};
};
"WorseReroute": {
"detail": string;
"code": "reroute_worse";
/** What would have been decided. */
"dry_run": (components['schemas']["DryRunA"]) | (components['schemas']["DryRunOrderB"]);
};
};
}
