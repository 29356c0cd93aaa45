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
"/account/v1/account": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Account"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
put: {
parameters: { query?: { "dry_run"?: string; "client"?: string; }; header?: { "if-match"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["AccountFileInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AppliedAccount"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
412: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
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
"/account/v1/warehouses": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "limit"?: number; "cursor"?: string; "q"?: string; "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": {
"warehouses": (components['schemas']["Warehouse"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
}; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
put?: never;
post: {
parameters: { query?: { "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["NewWarehouseInput"]; } };
responses: {
201: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Warehouse"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/account/v1/warehouses/{warehouse_id}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "client"?: string; }; header?: never; path: { "warehouse_id": string; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Warehouse"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
put?: never;
post?: never;
delete: {
parameters: { query?: { "client"?: string; }; header?: { "if-match"?: string; }; path: { "warehouse_id": string; }; cookie?: never; };
requestBody?: never;
responses: {
204: { headers: { [name: string]: unknown }; content?: never; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
412: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
options?: never;
head?: never;
patch: {
parameters: { query?: { "client"?: string; }; header?: { "if-match"?: string; }; path: { "warehouse_id": string; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["WarehousePatchInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Warehouse"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
412: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
trace?: never;
};
"/account/v1/profiles": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "limit"?: number; "cursor"?: string; "q"?: string; "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": {
"profiles": (components['schemas']["Profile"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
}; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
put?: never;
post: {
parameters: { query?: { "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["NewProfileInput"]; } };
responses: {
201: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Profile"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/account/v1/profiles/{partner_id}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "client"?: string; }; header?: never; path: { "partner_id": string; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Profile"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
put?: never;
post?: never;
delete: {
parameters: { query?: { "client"?: string; }; header?: { "if-match"?: string; }; path: { "partner_id": string; }; cookie?: never; };
requestBody?: never;
responses: {
204: { headers: { [name: string]: unknown }; content?: never; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
412: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
options?: never;
head?: never;
patch: {
parameters: { query?: { "client"?: string; }; header?: { "if-match"?: string; }; path: { "partner_id": string; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["ProfilePatchInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Profile"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
412: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
trace?: never;
};
"/account/v1/item-controls": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "limit"?: number; "cursor"?: string; "q"?: string; "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": {
"item_controls": (components['schemas']["ItemControl"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
}; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
put?: never;
post: {
parameters: { query?: { "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["NewItemControlInput"]; } };
responses: {
201: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ItemControl"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/account/v1/item-controls/{rule_id}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "client"?: string; }; header?: never; path: { "rule_id": string; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ItemControl"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
put?: never;
post?: never;
delete: {
parameters: { query?: { "client"?: string; }; header?: { "if-match"?: string; }; path: { "rule_id": string; }; cookie?: never; };
requestBody?: never;
responses: {
204: { headers: { [name: string]: unknown }; content?: never; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
412: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
options?: never;
head?: never;
patch: {
parameters: { query?: { "client"?: string; }; header?: { "if-match"?: string; }; path: { "rule_id": string; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["ItemControlPatchInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ItemControl"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
412: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
trace?: never;
};
"/account/v1/warehouses/order": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put: {
parameters: { query?: { "client"?: string; }; header?: { "if-match"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["WarehouseOrderInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": {
"warehouses": (components['schemas']["Warehouse"])[];
}; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
412: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
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
"/account/v1/settings": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Settings"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch: {
parameters: { query?: { "client"?: string; }; header?: { "if-match"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["SettingsPatchInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Settings"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
412: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
trace?: never;
};
"/account/v1/settings/{name}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "client"?: string; }; header?: never; path: { "name": string; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Setting"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
put?: never;
post?: never;
delete: {
parameters: { query?: { "client"?: string; }; header?: { "if-match"?: string; }; path: { "name": string; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Setting"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
412: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
options?: never;
head?: never;
patch: {
parameters: { query?: { "client"?: string; }; header?: { "if-match"?: string; }; path: { "name": string; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["SettingPatchInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Setting"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
412: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
trace?: never;
};
"/account/v1/transit": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Transit"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
put?: never;
post?: never;
delete: {
parameters: { query?: { "client"?: string; }; header?: { "if-match"?: string; }; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Transit"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
412: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
options?: never;
head?: never;
patch: {
parameters: { query?: { "client"?: string; }; header?: { "if-match"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["TransitPatchInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Transit"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
412: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
trace?: never;
};
"/account/v1/transit/lanes": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "warehouse_id": string; "destination_zip": string; "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Lane"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
put?: never;
post: {
parameters: { query?: { "layout"?: "auto" | "ups-zones" | "usps-zones" | "fedex-zones" | "prefix-days" | "prefix-zones" | "warehouse-days" | "warehouse-zones"; "warehouse_id"?: string; "service"?: string; "use"?: string; "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "text/csv": string; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["UploadedLanes"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/account/v1/api-keys": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": {
"api_keys": (components['schemas']["ApiKey"])[];
}; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
put?: never;
post: {
parameters: { query?: { "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["NewApiKeyInput"]; } };
responses: {
201: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["CreatedApiKey"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/account/v1/api-keys/{id}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post?: never;
delete: {
parameters: { query?: { "client"?: string; }; header?: never; path: { "id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ApiKey"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
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
"/account/v1/tokens": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": {
"tokens": (components['schemas']["AccountToken"])[];
}; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
put?: never;
post: {
parameters: { query?: { "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["NewAccountTokenInput"]; } };
responses: {
201: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["CreatedAccountToken"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/account/v1/tokens/{id}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post?: never;
delete: {
parameters: { query?: { "client"?: string; }; header?: never; path: { "id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountToken"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
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
"/account/v1/users": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": {
"users": (components['schemas']["User"])[];
}; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
put?: never;
post: {
parameters: { query?: { "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["NewUserInput"]; } };
responses: {
201: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["User"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/account/v1/users/{email}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post?: never;
delete: {
parameters: { query?: { "client"?: string; }; header?: never; path: { "email": string; }; cookie?: never; };
requestBody?: never;
responses: {
204: { headers: { [name: string]: unknown }; content?: never; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
options?: never;
head?: never;
patch: {
parameters: { query?: { "client"?: string; }; header?: never; path: { "email": string; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["UserPatchInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["User"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
trace?: never;
};
"/account/v1/configurations": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "limit"?: number; "cursor"?: string; "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Activations"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
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
"/account/v1/configurations/{configuration_id}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "client"?: string; }; header?: never; path: { "configuration_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Configuration"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
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
"/account/v1/configurations/{configuration_id}/restore": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: { "dry_run"?: string; "client"?: string; }; header?: never; path: { "configuration_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["RestoredConfiguration"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/account/v1/audit": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "limit"?: number; "cursor"?: string; "from"?: string; "to"?: string; "who"?: string; "action"?: string; "requests"?: string; "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AuditLog"]; "text/csv": string; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
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
"/account/v1/clients": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "limit"?: number; "cursor"?: string; "q"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Clients"]; }; };
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
requestBody: { content: { "application/json": components['schemas']["NewClientInput"]; } };
responses: {
201: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Client"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/account/v1/clients/{slug}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: never; header?: never; path: { "slug": string; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Client"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch: {
parameters: { query?: never; header?: never; path: { "slug": string; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["ClientPatchInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Client"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
trace?: never;
};
"/account/v1/plans": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: never; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": {
"plans": (components['schemas']["Plan"])[];
}; }; };
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
post?: never;
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/account/v1/plans/{code}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post?: never;
delete?: never;
options?: never;
head?: never;
patch: {
parameters: { query?: never; header?: never; path: { "code": string; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["PlanPatchInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Plan"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
trace?: never;
};
"/account/v1/service": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: never; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Service"]; }; };
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
"AccountFileInput": {
/** For editors: where the JSON Schema of this file is. Ignored. */
"$schema"?: string;
/** The client. It is created if no client has this slug. */
"client": {
/** Names the client in every command: 1 to 63 lower-case letters, digits, hyphens or underscores. */
"slug": string;
/** Name for people. A new client without one is named by its slug. */
"name"?: string;
/** Form of the answers: A (a new client), or B, which lists allocations by order line. */
"contract_variant"?: "A" | "B";
/** Code of a plan: trial (a new client), starter, pro or enterprise. */
"plan"?: string;
/** Only trialing and active clients are served. */
"subscription_status"?: "trialing" | "active" | "past_due" | "paused" | "cancelled";
/** false refuses every request of the client. */
"active"?: boolean;
/** Routed orders a period, in place of the plan's number; null is the plan's. */
"routed_orders_limit"?: (number) | (null);
/** Rows of one inventory upload, in place of the plan's number; null is the plan's. */
"inventory_rows_limit"?: (number) | (null);
};
/** All warehouses. One that is left out of the list is disabled. */
"warehouses"?: ({
/** The client's own ID of the warehouse. */
"warehouse_id": string;
/** The service's code in Variant B; the warehouse_id if left out. */
"warehouse_code"?: string;
/** Name in answers; the warehouse_id if left out. */
"warehouse_name"?: string;
/** ZIP that the warehouse ships from, as five digits in quotes. */
"zip": string;
/** false keeps the warehouse and ships nothing from it. */
"enabled"?: boolean;
/** Lower numbers rank first: between equals, or throughout with ranking: priority. null ranks last. */
"priority"?: (number) | (null);
})[];
/** How orders are routed. A setting left out stays as it is. */
"settings"?: {
/** false ranks warehouses without looking at stock (routing only). */
"use_inventory_availability"?: boolean;
/** true gives stock to VIP, urgent and older orders of a run first. Variant B always does. */
"priority_allocation"?: boolean;
/** Variant B only: false decides each order of a run on the whole stock. */
"consume_inventory_during_batch"?: boolean;
/** true ships the most units from the fewest warehouses; false takes from the best-ranked ones first. */
"prefer_full_shipment"?: boolean;
/** What ranks warehouses first: transit days, or their priority. */
"ranking"?: "transit" | "priority";
/** Shipping from several warehouses. */
"split_shipment"?: "allow" | "warn" | "block";
/** Shipping less than was ordered. */
"partial_shipment"?: "allow" | "warn" | "block";
/** Shipments over lanes that take too long. */
"max_transit_days"?: {
/** allow does nothing, warn reports what breaks the rule, block forbids it. */
"mode": "allow" | "warn" | "block";
/** Days that a lane may take; warn and block need it. */
"days"?: (number) | (null);
};
/** Shipments of too little value. An order that ships in full from one warehouse is not judged. */
"minimum_shipment_value"?: {
/** allow does nothing, warn reports what breaks the rule, block forbids it. */
"mode": "allow" | "warn" | "block";
/** Least value of a shipment; warn and block need it. */
"value"?: (number) | (null);
};
/** Shipments that one order may have; null is any number. */
"max_shipments"?: (number) | (null);
};
/** Settings for the orders of single partners. One that is left out of the list ends. */
"profiles"?: ({
/** Orders with this partner_id follow the profile. */
"partner_id": string;
/** Name for people; the partner_id if left out. */
"name"?: string;
/** false keeps the profile, and its orders follow the settings. */
"enabled"?: boolean;
/** Settings that replace the client's, each of them whole. */
"settings"?: {
/** true ships the most units from the fewest warehouses; false takes from the best-ranked ones first. */
"prefer_full_shipment"?: boolean;
/** What ranks warehouses first: transit days, or their priority. */
"ranking"?: "transit" | "priority";
/** Shipping from several warehouses. */
"split_shipment"?: "allow" | "warn" | "block";
/** Shipping less than was ordered. */
"partial_shipment"?: "allow" | "warn" | "block";
/** Shipments over lanes that take too long. */
"max_transit_days"?: {
/** allow does nothing, warn reports what breaks the rule, block forbids it. */
"mode": "allow" | "warn" | "block";
/** Days that a lane may take; warn and block need it. */
"days"?: (number) | (null);
};
/** Shipments of too little value. An order that ships in full from one warehouse is not judged. */
"minimum_shipment_value"?: {
/** allow does nothing, warn reports what breaks the rule, block forbids it. */
"mode": "allow" | "warn" | "block";
/** Least value of a shipment; warn and block need it. */
"value"?: (number) | (null);
};
/** Shipments that one order may have; null is any number. */
"max_shipments"?: (number) | (null);
};
/** The only warehouses for these orders; null is all enabled ones. */
"warehouse_ids"?: ((string)[]) | (null);
})[];
/** Rules on single products. One that is left out of the list ends. */
"item_controls"?: (({
/** The product. */
"sku": string;
/** Why the rule is there; shown with the decisions that it touches. */
"note"?: (string) | (null);
/** What the rule does: see the table of rules. */
"rule": "restrict";
/** Warehouses of the rule: for restrict, prefer and exclude. */
"warehouse_ids": (string)[];
/** restrict only: allow lets other warehouses ship what these do not have, block does not. */
"fallback"?: "block" | "allow";
}) | ({
/** The product. */
"sku": string;
/** Why the rule is there; shown with the decisions that it touches. */
"note"?: (string) | (null);
"rule": "prefer" | "exclude";
"warehouse_ids": (string)[];
}) | ({
/** The product. */
"sku": string;
/** Why the rule is there; shown with the decisions that it touches. */
"note"?: (string) | (null);
"rule": "do_not_split" | "do_not_partial" | "drop_ship" | "hold";
}) | ({
/** The product. */
"sku": string;
/** Why the rule is there; shown with the decisions that it touches. */
"note"?: (string) | (null);
"rule": "max_transit_days";
/** max_transit_days only: days that replace the limit of the settings for this product. */
"days": number;
}))[];
/** Where transit days come from: docs/transit.md. */
"transit"?: ({
/** Who gives the lanes: zone (a new client), table (their own) or http (a carrier). */
"provider": "table";
/** table only: CSV of lanes, relative to the account file. Without it the present table stays. */
"lanes_file"?: string;
}) | ({
"provider": "zone";
}) | (({
"provider": "http";
/** http only: easypost, or json for any service that speaks its protocol. */
"adapter": "easypost";
/** http only: names the environment variable with the secret, as env:TRANSIT_CREDENTIAL_NAME. */
"credential": string;
/** easypost only: the carrier as EasyPost names it, for example usps. */
"carrier": string;
/** easypost only: the service as EasyPost names it, for example groundadvantage. */
"service": string;
/** easypost only: the share of parcels in percent that arrive within the days. */
"percentile"?: 50 | 75 | 85 | 90 | 95 | 97 | 99;
/** http only: where the carrier is called, over https. */
"url"?: string;
}) | ({
"provider": "http";
"adapter": "json";
"url": string;
"credential"?: string;
/** json only: lanes that are asked for in one call. */
"lanes_per_call"?: number;
}));
/** All API keys. A new one is printed once; one that is left out of the list is revoked. */
"api_keys"?: ({
/** Name of the key, one of a kind in its environment. */
"name": string;
/** test or live: each has stock and runs of its own, and only live counts toward the plan. */
"environment": "test" | "live";
})[];
/** Everyone who may sign in for the client. One that is left out of the list is disabled. */
"users"?: ({
/** Address to sign in with. It belongs to one client only. */
"email": string;
/** owner may change the account, member may not. */
"role": "owner" | "member";
/** At least eight characters; a new user needs one. Left out, the present one stays. */
"password"?: string;
})[];
};
"PlanPatchInput": {
/** null: no limit. */
"routed_orders_limit"?: (number) | (null);
/** null: no limit. */
"inventory_rows_limit"?: (number) | (null);
};
/** The client. It is created if no client has this slug. */
"NewClientInput": {
/** Names the client in every command: 1 to 63 lower-case letters, digits, hyphens or underscores. */
"slug": string;
/** Name for people. A new client without one is named by its slug. */
"name"?: string;
/** Form of the answers: A (a new client), or B, which lists allocations by order line. */
"contract_variant"?: "A" | "B";
/** Code of a plan: trial (a new client), starter, pro or enterprise. */
"plan"?: string;
/** Only trialing and active clients are served. */
"subscription_status"?: "trialing" | "active" | "past_due" | "paused" | "cancelled";
/** false refuses every request of the client. */
"active"?: boolean;
/** Routed orders a period, in place of the plan's number; null is the plan's. */
"routed_orders_limit"?: (number) | (null);
/** Rows of one inventory upload, in place of the plan's number; null is the plan's. */
"inventory_rows_limit"?: (number) | (null);
};
"ClientPatchInput": {
/** Name for people. A new client without one is named by its slug. */
"name"?: string;
/** Form of the answers: A (a new client), or B, which lists allocations by order line. */
"contract_variant"?: "A" | "B";
/** Code of a plan: trial (a new client), starter, pro or enterprise. */
"plan"?: string;
/** Only trialing and active clients are served. */
"subscription_status"?: "trialing" | "active" | "past_due" | "paused" | "cancelled";
/** false refuses every request of the client. */
"active"?: boolean;
/** Routed orders a period, in place of the plan's number; null is the plan's. */
"routed_orders_limit"?: (number) | (null);
/** Rows of one inventory upload, in place of the plan's number; null is the plan's. */
"inventory_rows_limit"?: (number) | (null);
};
"NewApiKeyInput": {
/** Name of the key, one of a kind in its environment. */
"name": string;
/** test or live: each has stock and runs of its own, and only live counts toward the plan. */
"environment": "test" | "live";
};
"NewAccountTokenInput": {
"name": string;
/** The rights that the token has. */
"role": "member" | "owner";
};
"NewUserInput": {
/** Address to sign in with. It belongs to one client only. */
"email": string;
/** owner may change the account, member may not. */
"role": "owner" | "member";
/** At least eight characters; a new user needs one. Left out, the present one stays. */
"password": string;
};
"UserPatchInput": {
/** owner may change the account, member may not. */
"role"?: "owner" | "member";
/** At least eight characters; a new user needs one. Left out, the present one stays. */
"password"?: string;
};
"NewWarehouseInput": {
/** The client's own ID of the warehouse. */
"warehouse_id": string;
/** The service's code in Variant B; the warehouse_id if left out. */
"warehouse_code"?: string;
/** Name in answers; the warehouse_id if left out. */
"warehouse_name"?: string;
/** ZIP that the warehouse ships from, as five digits in quotes. */
"zip": string;
/** false keeps the warehouse and ships nothing from it. */
"enabled"?: boolean;
/** Lower numbers rank first: between equals, or throughout with ranking: priority. null ranks last. */
"priority"?: (number) | (null);
};
"WarehousePatchInput": {
/** The service's code in Variant B; the warehouse_id if left out. */
"warehouse_code"?: string;
/** Name in answers; the warehouse_id if left out. */
"warehouse_name"?: string;
/** ZIP that the warehouse ships from, as five digits in quotes. */
"zip"?: string;
/** false keeps the warehouse and ships nothing from it. */
"enabled"?: boolean;
/** Lower numbers rank first: between equals, or throughout with ranking: priority. null ranks last. */
"priority"?: (number) | (null);
};
"WarehouseOrderInput": {
"warehouse_ids": (string)[];
};
"NewProfileInput": {
/** Orders with this partner_id follow the profile. */
"partner_id": string;
/** Name for people; the partner_id if left out. */
"name"?: string;
/** false keeps the profile, and its orders follow the settings. */
"enabled"?: boolean;
/** Settings that replace the client's, each of them whole. */
"settings"?: {
/** true ships the most units from the fewest warehouses; false takes from the best-ranked ones first. */
"prefer_full_shipment"?: boolean;
/** What ranks warehouses first: transit days, or their priority. */
"ranking"?: "transit" | "priority";
/** Shipping from several warehouses. */
"split_shipment"?: "allow" | "warn" | "block";
/** Shipping less than was ordered. */
"partial_shipment"?: "allow" | "warn" | "block";
/** Shipments over lanes that take too long. */
"max_transit_days"?: {
/** allow does nothing, warn reports what breaks the rule, block forbids it. */
"mode": "allow" | "warn" | "block";
/** Days that a lane may take; warn and block need it. */
"days"?: (number) | (null);
};
/** Shipments of too little value. An order that ships in full from one warehouse is not judged. */
"minimum_shipment_value"?: {
/** allow does nothing, warn reports what breaks the rule, block forbids it. */
"mode": "allow" | "warn" | "block";
/** Least value of a shipment; warn and block need it. */
"value"?: (number) | (null);
};
/** Shipments that one order may have; null is any number. */
"max_shipments"?: (number) | (null);
};
/** The only warehouses for these orders; null is all enabled ones. */
"warehouse_ids"?: ((string)[]) | (null);
};
"ProfilePatchInput": {
/** Name for people; the partner_id if left out. */
"name"?: string;
/** false keeps the profile, and its orders follow the settings. */
"enabled"?: boolean;
/** Settings that replace the client's, each of them whole. */
"settings"?: {
/** true ships the most units from the fewest warehouses; false takes from the best-ranked ones first. */
"prefer_full_shipment"?: boolean;
/** What ranks warehouses first: transit days, or their priority. */
"ranking"?: "transit" | "priority";
/** Shipping from several warehouses. */
"split_shipment"?: "allow" | "warn" | "block";
/** Shipping less than was ordered. */
"partial_shipment"?: "allow" | "warn" | "block";
/** Shipments over lanes that take too long. */
"max_transit_days"?: {
/** allow does nothing, warn reports what breaks the rule, block forbids it. */
"mode": "allow" | "warn" | "block";
/** Days that a lane may take; warn and block need it. */
"days"?: (number) | (null);
};
/** Shipments of too little value. An order that ships in full from one warehouse is not judged. */
"minimum_shipment_value"?: {
/** allow does nothing, warn reports what breaks the rule, block forbids it. */
"mode": "allow" | "warn" | "block";
/** Least value of a shipment; warn and block need it. */
"value"?: (number) | (null);
};
/** Shipments that one order may have; null is any number. */
"max_shipments"?: (number) | (null);
};
/** The only warehouses for these orders; null is all enabled ones. */
"warehouse_ids"?: ((string)[]) | (null);
};
"NewItemControlInput": ({
/** The product. */
"sku": string;
/** Why the rule is there; shown with the decisions that it touches. */
"note"?: (string) | (null);
/** What the rule does: see the table of rules. */
"rule": "restrict";
/** Warehouses of the rule: for restrict, prefer and exclude. */
"warehouse_ids": (string)[];
/** restrict only: allow lets other warehouses ship what these do not have, block does not. */
"fallback"?: "block" | "allow";
}) | ({
/** The product. */
"sku": string;
/** Why the rule is there; shown with the decisions that it touches. */
"note"?: (string) | (null);
"rule": "prefer" | "exclude";
"warehouse_ids": (string)[];
}) | ({
/** The product. */
"sku": string;
/** Why the rule is there; shown with the decisions that it touches. */
"note"?: (string) | (null);
"rule": "do_not_split" | "do_not_partial" | "drop_ship" | "hold";
}) | ({
/** The product. */
"sku": string;
/** Why the rule is there; shown with the decisions that it touches. */
"note"?: (string) | (null);
"rule": "max_transit_days";
/** max_transit_days only: days that replace the limit of the settings for this product. */
"days": number;
});
"ItemControlPatchInput": {
"warehouse_ids"?: (string)[];
"fallback"?: "block" | "allow";
"days"?: number;
"note"?: (string) | (null);
};
"SettingsPatchInput": {
/** false ranks warehouses without looking at stock (routing only). */
"use_inventory_availability"?: boolean;
/** true gives stock to VIP, urgent and older orders of a run first. Variant B always does. */
"priority_allocation"?: boolean;
/** Variant B only: false decides each order of a run on the whole stock. */
"consume_inventory_during_batch"?: boolean;
/** true ships the most units from the fewest warehouses; false takes from the best-ranked ones first. */
"prefer_full_shipment"?: boolean;
/** What ranks warehouses first: transit days, or their priority. */
"ranking"?: "transit" | "priority";
/** Shipping from several warehouses. */
"split_shipment"?: "allow" | "warn" | "block";
/** Shipping less than was ordered. */
"partial_shipment"?: "allow" | "warn" | "block";
/** Shipments over lanes that take too long. */
"max_transit_days"?: {
/** allow does nothing, warn reports what breaks the rule, block forbids it. */
"mode": "allow" | "warn" | "block";
/** Days that a lane may take; warn and block need it. */
"days"?: (number) | (null);
};
/** Shipments of too little value. An order that ships in full from one warehouse is not judged. */
"minimum_shipment_value"?: {
/** allow does nothing, warn reports what breaks the rule, block forbids it. */
"mode": "allow" | "warn" | "block";
/** Least value of a shipment; warn and block need it. */
"value"?: (number) | (null);
};
/** Shipments that one order may have; null is any number. */
"max_shipments"?: (number) | (null);
};
"SettingPatchInput": {
"value": unknown;
};
"TransitPatchInput": ({
/** Who gives the lanes: zone (a new client), table (their own) or http (a carrier). */
"provider": "table";
/** table only: CSV of lanes, relative to the account file. Without it the present table stays. */
"lanes_file"?: string;
}) | ({
"provider": "zone";
}) | (({
"provider": "http";
/** http only: easypost, or json for any service that speaks its protocol. */
"adapter": "easypost";
/** http only: names the environment variable with the secret, as env:TRANSIT_CREDENTIAL_NAME. */
"credential": string;
/** easypost only: the carrier as EasyPost names it, for example usps. */
"carrier": string;
/** easypost only: the service as EasyPost names it, for example groundadvantage. */
"service": string;
/** easypost only: the share of parcels in percent that arrive within the days. */
"percentile"?: 50 | 75 | 85 | 90 | 95 | 97 | 99;
/** http only: where the carrier is called, over https. */
"url"?: string;
}) | ({
"provider": "http";
"adapter": "json";
"url": string;
"credential"?: string;
/** json only: lanes that are asked for in one call. */
"lanes_per_call"?: number;
}));
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
"AccountChange": {
/** By path of the account file, list elements by name: warehouses[EWR1].priority. */
"path": string;
/** null: it was not there. */
"before": unknown;
/** null: it is no more. */
"after": unknown;
};
"Account": {
"client": {
"slug": string;
"name": string;
[key: string]: unknown;
};
"warehouses": ({
"warehouse_id": string;
[key: string]: unknown;
})[];
"settings": {
[key: string]: unknown;
};
"profiles": ({
"partner_id": string;
[key: string]: unknown;
})[];
"item_controls": ({
"sku": string;
"rule": string;
[key: string]: unknown;
})[];
"transit": {
"provider": string;
[key: string]: unknown;
};
"api_keys": ({
"name": string;
"environment": "test" | "live";
})[];
"users": ({
"email": string;
"role": "owner" | "member";
})[];
};
"AppliedAccount": {
"dry_run": boolean;
"account": components['schemas']["Account"];
/** What is different now, or would be; none: it was so already. */
"changes": (components['schemas']["AccountChange"])[];
/** The active keys. */
"api_keys": ({
"name": string;
"environment": "test" | "live";
/** The key itself, once: when it was created. */
"key": string | null;
"created": boolean;
})[];
};
"Plan": {
"code": string;
/** null: no limit. */
"routed_orders_limit": (number) | (null);
"routed_orders_period": "total" | "month";
/** null: no limit. */
"inventory_rows_limit": (number) | (null);
};
"Client": {
"client_id": number;
"slug": string;
"name": string;
"contract_variant": "A" | "B";
"plan": string;
"subscription_status": "trialing" | "active" | "past_due" | "paused" | "cancelled";
"active": boolean;
/** In place of the plan's number; null: the plan's. */
"routed_orders_limit": (number) | (null);
/** In place of the plan's number; null: the plan's. */
"inventory_rows_limit": (number) | (null);
/** In the present period of the plan. */
"routed_orders_used": number;
"created_at": string;
};
"Clients": {
"clients": (components['schemas']["Client"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
};
"Service": {
"version": string;
"database": "ok" | "unavailable";
"queue": "ok" | "unavailable";
/** Workers of all processes that can take jobs. */
"workers": number;
"queues": ({
"name": string;
/** Jobs by state: waiting, active, failed and so on. */
"counts": {
[key: string]: number;
};
/** 0: no job waits. */
"oldest_waiting_seconds": number;
})[];
"runs": ({
"phase": string;
"status": string;
"runs": number;
})[];
/** Runs that failed, the latest twenty. */
"failures": ({
"client": string;
"environment": "test" | "live";
"routing_run_id": number;
"failure": string | null;
"at": string;
})[];
};
"Actor": {
"kind": "user" | "operator" | "token" | "command_line";
"name": string;
};
"Activations": {
"activations": ({
"activation_id": number;
"configuration_id": number;
"activated_at": string;
/** null: before history was kept. */
"by": (components['schemas']["Actor"]) | (null);
"action": string | null;
"is_current": boolean;
/** At most the first thousand. */
"changes": (components['schemas']["AccountChange"])[];
})[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
};
"Configuration": {
"configuration_id": number;
"created_at": string;
"is_current": boolean;
"contract_variant": "A" | "B";
"warehouses": ({
"warehouse_id": string;
[key: string]: unknown;
})[];
"settings": {
[key: string]: unknown;
};
"profiles": ({
"partner_id": string;
[key: string]: unknown;
})[];
"item_controls": ({
"sku": string;
"rule": string;
[key: string]: unknown;
})[];
"transit": {
"provider": string;
[key: string]: unknown;
};
};
"RestoredConfiguration": {
"dry_run": boolean;
"configuration_id": (number) | (null);
/** At most the first thousand. */
"changes": (components['schemas']["AccountChange"])[];
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
};
"AuditLog": {
"entries": (components['schemas']["AuditEntry"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
};
"ApiKey": {
"id": number;
"name": string;
"environment": "test" | "live";
/** Leading part of the key. */
"key_prefix": string;
"created_at": string;
/** Some seconds late; null: not used yet. */
"last_used_at": (string) | (null);
"revoked_at": (string) | (null);
};
"CreatedApiKey": {
"id": number;
"name": string;
"environment": "test" | "live";
/** Leading part of the key. */
"key_prefix": string;
"created_at": string;
/** Some seconds late; null: not used yet. */
"last_used_at": (string) | (null);
"revoked_at": (string) | (null);
/** The key itself, shown this once. */
"key": string;
};
"AccountToken": {
"id": number;
"name": string;
"role": "member" | "owner";
/** Leading part of the token. */
"token_prefix": string;
"created_at": string;
/** Some seconds late; null: not used yet. */
"last_used_at": (string) | (null);
"revoked_at": (string) | (null);
};
"CreatedAccountToken": {
"id": number;
"name": string;
"role": "member" | "owner";
/** Leading part of the token. */
"token_prefix": string;
"created_at": string;
/** Some seconds late; null: not used yet. */
"last_used_at": (string) | (null);
"revoked_at": (string) | (null);
/** The token itself, shown this once. */
"token": string;
};
"User": {
"email": string;
"role": "member" | "owner" | "operator";
"created_at": string;
/** Since when the person may no longer sign in. */
"removed_at": (string) | (null);
};
"Warehouse": {
"warehouse_id": string;
"warehouse_code": string;
"warehouse_name": string;
"zip": string;
"enabled": boolean;
"priority": (number) | (null);
/** The version of this element: send it as If-Match to change just this one. */
"etag": string;
};
"Profile": {
"partner_id": string;
"name": string;
"enabled": boolean;
/** Settings by name: those of GET /account/v1/settings. */
"settings": {
[key: string]: unknown;
};
"warehouse_ids": ((string)[]) | (null);
/** The version of this element: send it as If-Match to change just this one. */
"etag": string;
};
"ItemControl": {
/** Names the rule in URLs: SKU~rule, with ~2 for the second such rule. */
"rule_id": string;
"sku": string;
"rule": string;
"warehouse_ids"?: (string)[];
"fallback"?: "block" | "allow";
"days"?: number;
"note": string | null;
/** The version of this element: send it as If-Match to change just this one. */
"etag": string;
};
"Settings": {
/** Settings by name: those of GET /account/v1/settings. */
"settings": {
[key: string]: unknown;
};
/** The version of this element: send it as If-Match to change just this one. */
"etag": string;
};
"Setting": {
"name": string;
"value": unknown;
"default_value": unknown;
/** The version of this element: send it as If-Match to change just this one. */
"etag": string;
};
"Transit": {
"provider": "table" | "zone" | "http";
/** What the provider needs beside: of http, its adapter, url and so on. */
"options": {
[key: string]: unknown;
};
/** The client's own lanes, which the provider table uses; null: there are none. */
"lane_table": ({
"lane_table_id": number;
"created_at": string;
"warehouses": ({
"warehouse_id": string;
"lanes": number;
})[];
}) | (null);
/** The version of this element: send it as If-Match to change just this one. */
"etag": string;
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
"UploadedLanes": {
"layout": string;
"warehouses": ({
"warehouse_id": string;
"lanes": number;
})[];
"lane_table_id": number;
"provider": "table" | "zone" | "http";
/** false: the client had these lanes, and this provider, already. */
"changed": boolean;
};
"Lane": {
"warehouse_id": string;
/** Five digits. */
"destination_zip": string;
/** null: there is no lane, or the warehouse is disabled. */
"lane": ({
"transit_days": number;
"distance_miles": number | null;
"source": string;
}) | (null);
};
};
}
