// Made from /account/openapi.json: npm run client-types. Not to be edited.
export interface paths {
"/account/v1/webhooks/{url}/test": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: { "client"?: string; }; header?: never; path: { "url": string; }; cookie?: never; };
requestBody?: never;
responses: {
202: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["WebhookDelivery"]; }; };
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
"/account/v1/webhook-deliveries/{delivery_id}/send": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: { "client"?: string; }; header?: never; path: { "delivery_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
202: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["WebhookDelivery"]; }; };
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
"/account/v1/session": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["WhoAmI"]; }; };
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
"/account/v1/session/confirm": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: never; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["SessionConfirmationInput"]; } };
responses: {
204: { headers: { [name: string]: unknown }; content?: never; };
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
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/account/v1/sessions": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: never; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Sessions"]; }; };
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
"/account/v1/sessions/{id}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post?: never;
delete: {
parameters: { query?: never; header?: never; path: { "id": number; }; cookie?: never; };
requestBody?: never;
responses: {
204: { headers: { [name: string]: unknown }; content?: never; };
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
"/account/v1/second-factor": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: never; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["SecondFactor"]; }; };
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
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["NewSecondFactor"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
delete: {
parameters: { query?: never; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["SecondFactorCodeInput"]; } };
responses: {
204: { headers: { [name: string]: unknown }; content?: never; };
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
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/account/v1/second-factor/confirm": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: never; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["SecondFactorCodeInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["RecoveryCodes"]; }; };
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
"/account/v1/session/link": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: never; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["LinkTokenInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Link"]; }; };
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
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/account/v1/session/invitation": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: never; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["AcceptanceInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["StartedSession"]; }; };
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
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/account/v1/session/forgot": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: never; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["ForgottenPasswordInput"]; } };
responses: {
204: { headers: { [name: string]: unknown }; content?: never; };
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
"/account/v1/session/reset": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: never; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["PasswordResetInput"]; } };
responses: {
204: { headers: { [name: string]: unknown }; content?: never; };
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
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/account/v1/places": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "zips": string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Places"]; }; };
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
parameters: { query?: { "dry_run"?: "true" | "1" | "yes" | "on" | "y" | "enabled" | "false" | "0" | "no" | "off" | "n" | "disabled"; "client"?: string; }; header?: { "if-match"?: string; }; path?: never; cookie?: never; };
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
parameters: { query?: { "limit"?: number; "cursor"?: string; "q"?: string; "sort"?: "priority" | "-priority"; "client"?: string; }; header?: never; path?: never; cookie?: never; };
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
parameters: { query?: { "dry_run"?: "true" | "1" | "yes" | "on" | "y" | "enabled" | "false" | "0" | "no" | "off" | "n" | "disabled"; "client"?: string; }; header?: { "if-match"?: string; }; path: { "warehouse_id": string; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["WarehousePatchInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ChangedWarehouse"]; }; };
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
parameters: { query?: { "limit"?: number; "cursor"?: string; "q"?: string; "sort"?: "name" | "-name"; "client"?: string; }; header?: never; path?: never; cookie?: never; };
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
parameters: { query?: { "dry_run"?: "true" | "1" | "yes" | "on" | "y" | "enabled" | "false" | "0" | "no" | "off" | "n" | "disabled"; "client"?: string; }; header?: { "if-match"?: string; }; path: { "partner_id": string; }; cookie?: never; };
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
parameters: { query?: { "limit"?: number; "cursor"?: string; "q"?: string; "sort"?: "sku" | "-sku"; "client"?: string; }; header?: never; path?: never; cookie?: never; };
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
parameters: { query?: { "dry_run"?: "true" | "1" | "yes" | "on" | "y" | "enabled" | "false" | "0" | "no" | "off" | "n" | "disabled"; "client"?: string; }; header?: { "if-match"?: string; }; path: { "rule_id": string; }; cookie?: never; };
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
"/account/v1/warehouses/{warehouse_id}/move": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: { "client"?: string; }; header?: { "if-match"?: string; }; path: { "warehouse_id": string; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["WarehousePlaceInput"]; } };
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
"/account/v1/delivery-calendar": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["DeliveryCalendarView"]; }; };
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
parameters: { query?: { "client"?: string; }; header?: { "if-match"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["DeliveryCalendarInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["DeliveryCalendarView"]; }; };
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
delete: {
parameters: { query?: { "client"?: string; }; header?: { "if-match"?: string; }; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["DeliveryCalendarView"]; }; };
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
patch?: never;
trace?: never;
};
"/account/v1/shadow": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ShadowSettings"]; }; };
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
parameters: { query?: { "client"?: string; }; header?: { "if-match"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["ShadowSettingsBodyInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ShadowSettings"]; }; };
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
delete: {
parameters: { query?: { "client"?: string; }; header?: { "if-match"?: string; }; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ShadowSettings"]; }; };
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
patch?: never;
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
"/account/v1/ship-days": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: { "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["ShipDaysRequestInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ShipDays"]; }; };
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
parameters: { query?: { "dry_run"?: "true" | "1" | "yes" | "on" | "y" | "enabled" | "false" | "0" | "no" | "off" | "n" | "disabled"; "layout"?: "auto" | "ups-zones" | "usps-zones" | "fedex-zones" | "prefix-days" | "prefix-zones" | "warehouse-days" | "warehouse-zones"; "warehouse_id"?: string; "service"?: string; "use"?: "true" | "1" | "yes" | "on" | "y" | "enabled" | "false" | "0" | "no" | "off" | "n" | "disabled"; "client"?: string; }; header?: never; path?: never; cookie?: never; };
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
"/account/v1/rates": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Rates"]; }; };
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
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Rates"]; }; };
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
requestBody: { content: { "application/json": components['schemas']["RatesPatchInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Rates"]; }; };
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
"/account/v1/rates/prices": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "limit"?: number; "cursor"?: string; "warehouse_id"?: string; "q"?: string; "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["PriceLists"]; }; };
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
parameters: { query?: { "dry_run"?: "true" | "1" | "yes" | "on" | "y" | "enabled" | "false" | "0" | "no" | "off" | "n" | "disabled"; "currency"?: string; "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "text/csv": string; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["UploadedPrices"]; }; };
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
"/account/v1/api-keys/{id}/roll": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: { "client"?: string; }; header?: never; path: { "id": number; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["RollInput"]; } };
responses: {
201: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["CreatedApiKey"]; }; };
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
"/account/v1/tokens/{id}/roll": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: { "client"?: string; }; header?: never; path: { "id": number; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["RollInput"]; } };
responses: {
201: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["CreatedAccountToken"]; }; };
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
/** Nobody has accepted them yet. */
"invitations": (components['schemas']["Invitation"])[];
/** Who has none can only set one up. A member `client` of the account file. */
"require_second_factor": boolean;
/** false: the service has no PUBLIC_URL, so it makes no links. */
"can_invite": boolean;
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
201: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["InvitedUser"]; }; };
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
parameters: { query?: { "end_keys"?: "true" | "false"; "client"?: string; }; header?: never; path: { "email": string; }; cookie?: never; };
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
"/account/v1/users/{email}/second-factor": {
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
"/account/v1/webhooks": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "limit"?: number; "cursor"?: string; "q"?: string; "sort"?: "url" | "-url"; "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": {
"webhooks": (components['schemas']["Webhook"])[];
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
requestBody: { content: { "application/json": components['schemas']["NewWebhookInput"]; } };
responses: {
201: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["CreatedWebhook"]; }; };
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
"/account/v1/webhooks/{url}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "client"?: string; }; header?: never; path: { "url": string; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Webhook"]; }; };
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
parameters: { query?: { "client"?: string; }; header?: { "if-match"?: string; }; path: { "url": string; }; cookie?: never; };
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
parameters: { query?: { "dry_run"?: "true" | "1" | "yes" | "on" | "y" | "enabled" | "false" | "0" | "no" | "off" | "n" | "disabled"; "client"?: string; }; header?: { "if-match"?: string; }; path: { "url": string; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["WebhookPatchInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Webhook"]; }; };
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
"/account/v1/webhooks/{url}/rotate": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query?: { "client"?: string; }; header?: never; path: { "url": string; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["RotatedWebhookSecret"]; }; };
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
"/account/v1/webhook-deliveries": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "limit"?: number; "cursor"?: string; "url"?: string; "status"?: "pending" | "delivered" | "failed" | "dropped"; "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["WebhookDeliveryPage"]; }; };
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
"/account/v1/webhook-deliveries/{delivery_id}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "client"?: string; }; header?: never; path: { "delivery_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["WebhookDelivery"]; }; };
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
parameters: { query?: { "dry_run"?: "true" | "1" | "yes" | "on" | "y" | "enabled" | "false" | "0" | "no" | "off" | "n" | "disabled"; "client"?: string; }; header?: never; path: { "configuration_id": number; }; cookie?: never; };
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
parameters: { query?: { "limit"?: number; "cursor"?: string; "from"?: string; "to"?: string; "who"?: string; "action"?: string; "requests"?: "true" | "1" | "yes" | "on" | "y" | "enabled" | "false" | "0" | "no" | "off" | "n" | "disabled"; "client"?: string; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AuditLog"]; "text/csv": string; "application/x-ndjson": components['schemas']["AuditEntry"]; }; };
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
"/account/v1/service/audit": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: { "limit"?: number; "cursor"?: string; "from"?: string; "to"?: string; "who"?: string; "action"?: string; "requests"?: "true" | "1" | "yes" | "on" | "y" | "enabled" | "false" | "0" | "no" | "off" | "n" | "disabled"; "client"?: string; "without_client"?: "true" | "1" | "yes" | "on" | "y" | "enabled" | "false" | "0" | "no" | "off" | "n" | "disabled"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ServiceAuditLog"]; }; };
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
patch?: never;
trace?: never;
};
"/account/v1/overview": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "period"?: "24h" | "7d" | "30d"; "from"?: string; "to"?: string; "zone"?: string; "client"?: string; "environment": "test" | "live"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Overview"]; }; };
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
"/account/v1/orders": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "limit"?: number; "cursor"?: string; "sku"?: string; "zip"?: string; "status"?: "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE"; "state"?: "current" | "replaced" | "released" | "left" | "shipped" | "expired"; "warned"?: "true"; "late"?: "true"; "is_vip"?: "true"; "partner_id"?: string; "reason"?: "invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory" | "item_control" | "policy_blocked"; "warehouse_id"?: string; "search"?: "incomplete"; "q"?: string; "order_id"?: string; "sort"?: "-created_at" | "created_at"; "from"?: string; "to"?: string; "client"?: string; "environment": "test" | "live"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["OrderPage"]; }; };
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
"/account/v1/order-count": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "sku"?: string; "zip"?: string; "status"?: "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE"; "state"?: "current" | "replaced" | "released" | "left" | "shipped" | "expired"; "warned"?: "true"; "late"?: "true"; "is_vip"?: "true"; "partner_id"?: string; "reason"?: "invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory" | "item_control" | "policy_blocked"; "warehouse_id"?: string; "search"?: "incomplete"; "q"?: string; "order_id"?: string; "from"?: string; "to"?: string; "client"?: string; "environment": "test" | "live"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["OrderCount"]; }; };
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
"/account/v1/known-orders": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: never; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["KnownOrdersRequestInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["KnownOrders"]; }; };
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
"/account/v1/inventory": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "limit"?: number; "cursor"?: string; "q"?: string; "sort"?: "sku" | "-sku"; "client"?: string; "environment": "test" | "live"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["SkuPage"]; }; };
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
parameters: { query: { "source_name"?: string; "counted_at"?: string; "on_invalid"?: "reject" | "skip"; "client"?: string; "environment": "test" | "live"; }; header?: { "idempotency-key"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["InventorySyncInput"]; "text/csv": string; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["InventorySyncResult"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/inventory/{sku}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "sku": string; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["SkuView"]; }; };
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
"/account/v1/reservations": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Reservations"]; }; };
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
"/account/v1/inventory/{sku}/history": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "limit"?: number; "cursor"?: string; "warehouse_id": string; "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "sku": string; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["PairHistory"]; }; };
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
"/account/v1/capacity": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "from"?: string; "to"?: string; "client"?: string; "environment": "test" | "live"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Capacity"]; }; };
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
"/account/v1/runs": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "limit"?: number; "cursor"?: string; "number"?: number; "status"?: "queued" | "running" | "cancelling" | "cancelled" | "completed" | "failed"; "kind"?: "sync" | "managed"; "sort"?: "-created_at" | "created_at"; "from"?: string; "to"?: string; "client"?: string; "environment": "test" | "live"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountRunPage"]; }; };
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
parameters: { query: { "zip_leading_zeros"?: "keep" | "restore"; "on_invalid"?: "reject" | "skip"; "client"?: string; "environment": "test" | "live"; }; header?: { "idempotency-key"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/x-ndjson": components['schemas']["OrderInput"]; "application/json": components['schemas']["OrderBatchInput"]; "text/csv": string; } };
responses: {
202: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Run"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/runs/{routing_run_id}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "routing_run_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountRun"]; }; };
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
"/account/v1/runs/{routing_run_id}/decisions": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "limit"?: number; "cursor"?: string; "status"?: "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE"; "warned"?: "true"; "reason"?: "invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory" | "item_control" | "policy_blocked"; "warehouse_id"?: string; "zip"?: string; "sku"?: string; "q"?: string; "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "routing_run_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["RunDecisionPage"]; }; };
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
"/account/v1/usage": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "from"?: string; "to"?: string; "client"?: string; "environment": "test" | "live"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Usage"]; }; };
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
"/account/v1/bulk-actions": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "limit"?: number; "cursor"?: string; "client"?: string; "environment": "test" | "live"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["BulkActionPage"]; }; };
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
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: { "idempotency-key"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["BulkActionRequestInput"]; } };
responses: {
202: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["BulkAction"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/bulk-actions/{bulk_action_id}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "bulk_action_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["BulkAction"]; }; };
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
"/account/v1/bulk-actions/{bulk_action_id}/cancel": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "bulk_action_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["BulkAction"]; }; };
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
"/account/v1/bulk-actions/{bulk_action_id}/orders.csv": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "bulk_action_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "text/csv": string; }; };
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
"/account/v1/inventory/uploads": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query: { "source_name"?: string; "counted_at"?: string; "on_invalid"?: "reject" | "skip"; "dry_run"?: "true" | "1" | "yes" | "on" | "y" | "enabled" | "false" | "0" | "no" | "off" | "n" | "disabled"; "client"?: string; "environment": "test" | "live"; }; header?: { "idempotency-key"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "text/csv": string; "application/x-ndjson": components['schemas']["InventoryRowInput"]; "application/json": components['schemas']["InventorySyncInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": (components['schemas']["InventorySyncResult"]) | (components['schemas']["DryRunSync"]); }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/orders/route": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query: { "dry_run"?: "true" | "false"; "as_of"?: string; "explain"?: "true" | "false"; "zip_leading_zeros"?: "keep" | "restore"; "client"?: string; "environment": "test" | "live"; }; header?: { "idempotency-key"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["OrderInput"]; "text/csv": string; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": (components['schemas']["RoutingRunA"]) | (components['schemas']["RoutedOrderB"]) | (components['schemas']["DryRunA"]) | (components['schemas']["DryRunOrderB"]); }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/orders/batch-route": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query: { "dry_run"?: "true" | "false"; "as_of"?: string; "explain"?: "true" | "false"; "zip_leading_zeros"?: "keep" | "restore"; "client"?: string; "environment": "test" | "live"; }; header?: { "idempotency-key"?: string; "prefer"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["OrderBatchInput"]; "text/csv": string; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": (components['schemas']["RoutingRunA"]) | (components['schemas']["RoutingRunB"]) | (components['schemas']["DryRunA"]) | (components['schemas']["DryRunB"]); }; };
202: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Run"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/orders/{order_id}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "limit"?: number; "cursor"?: string; "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "order_id": string; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["OrderHistory"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/orders/{order_id}/release": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query: { "dry_run"?: "true" | "false"; "client"?: string; "environment": "test" | "live"; }; header?: { "idempotency-key"?: string; }; path: { "order_id": string; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["ReleaseRequestInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": (components['schemas']["ReleasedOrder"]) | (components['schemas']["DryRunRelease"]); }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/orders/{order_id}/confirm": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: { "idempotency-key"?: string; }; path: { "order_id": string; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["ConfirmRequestInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ConfirmedOrder"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/orders/{order_id}/raw_order_data": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post?: never;
delete: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "order_id": string; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ErasedRawOrderData"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/orders/{order_id}/reroute": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query: { "dry_run"?: "true" | "false"; "as_of"?: string; "explain"?: "true" | "false"; "client"?: string; "environment": "test" | "live"; }; header?: { "idempotency-key"?: string; }; path: { "order_id": string; }; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["RerouteRequestInput"]; } };
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": (components['schemas']["RoutingRunA"]) | (components['schemas']["OrderResultB"]) | (components['schemas']["DryRunA"]) | (components['schemas']["DryRunOrderB"]); }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": (components['schemas']["Error"]) | (components['schemas']["WorseReroute"]); }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/decisions/{routing_decision_id}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "routing_decision_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["DecisionRecord"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/orders/{order_id}/decisions": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "limit"?: number; "cursor"?: string; "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "order_id": string; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["OrderDecisions"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/decisions/{routing_decision_id}/why": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "routing_decision_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Why"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/orders/{order_id}/why": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "order_id": string; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Why"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/what-ifs": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "limit"?: number; "cursor"?: string; "client"?: string; "environment": "test" | "live"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["WhatIfPage"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
parameters: { query: { "as_of"?: string; "client"?: string; "environment": "test" | "live"; }; header?: { "idempotency-key"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["WhatIfRequestInput"]; } };
responses: {
202: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AcceptedWhatIf"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/what-ifs/{what_if_id}": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "what_if_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["WhatIf"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
422: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ValidationError"]; }; };
429: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
500: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
503: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
};
};
put?: never;
post?: never;
delete: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "what_if_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
204: { headers: { [name: string]: unknown }; content?: never; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/what-ifs/{what_if_id}/changes": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "limit"?: number; "cursor"?: string; "from_status"?: "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE"; "to_status"?: "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE"; "warehouse_id"?: string; "for"?: "spreadsheet"; "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "what_if_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["WhatIfChangesPage"]; "application/x-ndjson": components['schemas']["WhatIfChange"]; "text/csv": string; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/what-ifs/{what_if_id}/changes/{routing_decision_id}/why": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "what_if_id": number; "routing_decision_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["WhatIfWhy"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/what-ifs/{what_if_id}/cancel": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: { "idempotency-key"?: string; }; path: { "what_if_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["WhatIf"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/what-ifs/{what_if_id}/apply": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query: { "dry_run"?: "true" | "1" | "yes" | "on" | "y" | "enabled" | "false" | "0" | "no" | "off" | "n" | "disabled"; "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "what_if_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["RestoredConfiguration"]; }; };
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
delete?: never;
options?: never;
head?: never;
patch?: never;
trace?: never;
};
"/account/v1/runs/reroute": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: { "idempotency-key"?: string; }; path?: never; cookie?: never; };
requestBody: { content: { "application/json": components['schemas']["RerouteRunRequestInput"]; } };
responses: {
202: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Run"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
408: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
413: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
415: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/runs/{routing_run_id}/events": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "routing_run_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "text/event-stream": string; }; };
204: { headers: { [name: string]: unknown }; content?: never; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/runs/{routing_run_id}/results": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "limit"?: number; "cursor"?: string; "status"?: "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE"; "warehouse_id"?: string; "order_id"?: string; "for"?: "spreadsheet"; "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "routing_run_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["RunResultsPage"]; "application/x-ndjson": (components['schemas']["OrderResultA"]) | (components['schemas']["OrderResultB"]); "text/csv": string; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/runs/{routing_run_id}/why": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "routing_run_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/x-ndjson": (components['schemas']["Why"]) | (components['schemas']["SupersededOrder"]); }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/runs/{routing_run_id}/certificate": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: never; path: { "routing_run_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/x-ndjson": components['schemas']["CertificateLine"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/runs/{routing_run_id}/cancel": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: { "idempotency-key"?: string; }; path: { "routing_run_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Run"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/runs/{routing_run_id}/retry": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get?: never;
put?: never;
post: {
parameters: { query: { "client"?: string; "environment": "test" | "live"; }; header?: { "idempotency-key"?: string; }; path: { "routing_run_id": number; }; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Run"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
403: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
404: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
409: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/reports/decisions.csv": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "from"?: string; "to"?: string; "for"?: "spreadsheet"; "routing_run_id"?: number; "status"?: "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE"; "current"?: "true"; "client"?: string; "environment": "test" | "live"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "text/csv": string; "application/json": (components['schemas']["DecisionReportRow"])[]; "application/x-ndjson": components['schemas']["DecisionReportRow"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/reports/shipments.csv": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "from"?: string; "to"?: string; "for"?: "spreadsheet"; "routing_run_id"?: number; "status"?: "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE"; "current"?: "true"; "client"?: string; "environment": "test" | "live"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "text/csv": string; "application/json": (components['schemas']["ShipmentReportRow"])[]; "application/x-ndjson": components['schemas']["ShipmentReportRow"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/reports/unfulfilled.csv": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "from"?: string; "to"?: string; "for"?: "spreadsheet"; "routing_run_id"?: number; "status"?: "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE"; "current"?: "true"; "client"?: string; "environment": "test" | "live"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "text/csv": string; "application/json": (components['schemas']["UnfulfilledReportRow"])[]; "application/x-ndjson": components['schemas']["UnfulfilledReportRow"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/reports/usage.csv": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "from"?: string; "to"?: string; "for"?: "spreadsheet"; "client"?: string; "environment": "test" | "live"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "text/csv": string; "application/json": (components['schemas']["UsageReportRow"])[]; "application/x-ndjson": components['schemas']["UsageReportRow"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/reports/inventory.csv": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "from"?: string; "to"?: string; "for"?: "spreadsheet"; "client"?: string; "environment": "test" | "live"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "text/csv": string; "application/json": (components['schemas']["InventoryReportRow"])[]; "application/x-ndjson": components['schemas']["InventoryReportRow"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/short-pairs": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query: { "limit"?: number; "cursor"?: string; "client"?: string; "environment": "test" | "live"; }; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ShortPage"]; }; };
400: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
401: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["AccountError"]; }; };
402: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["Error"]; }; };
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
"/account/v1/service/day": {
parameters: { query?: never; header?: never; path?: never; cookie?: never };
get: {
parameters: { query?: never; header?: never; path?: never; cookie?: never; };
requestBody?: never;
responses: {
200: { headers: { [name: string]: unknown }; content: { "application/json": components['schemas']["ServiceDay"]; }; };
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
"AcceptanceInput": {
/** The part of the link behind #. */
"token": string;
/** The present one of somebody who has an account, or a new one. Left out: they are signed in. */
"password"?: string;
/** Of somebody who has an account and a second factor. */
"code"?: string;
};
/** The what-if was accepted. Location says where it is found. */
"AcceptedWhatIf": {
"what_if_id": number;
"status": "queued" | "running" | "cancelled" | "completed" | "failed";
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
/** Settings that each run is decided by a second time; null: none. */
"shadow": ({
"settings": {
[key: string]: unknown;
};
}) | (null);
/** Left out: Monday to Friday. */
"delivery_calendar"?: {
[key: string]: unknown;
};
/** Left out: nothing is said of costs. */
"rates"?: {
"currency": string;
[key: string]: unknown;
};
/** Left out: 0. */
"split_penalty"?: number;
/** Left out: none. */
"default_unit_weight"?: number;
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
/** Name of the key, unique in its environment. */
"name": string;
/** test or live: each has its own stock and runs; only live counts toward the plan. */
"environment": "test" | "live";
/** What it may do (docs/reference/access.md); null: everything. */
"scopes"?: (("orders:read" | "orders:write" | "runs:read" | "runs:write" | "inventory:read" | "inventory:write" | "promise" | "reports:read" | "what_if")[]) | (null);
/** From then on it is refused; null: it does not expire. */
"expires_at"?: (string) | (null);
/** IP addresses and ranges (CIDR) that it may be used from; null: anywhere. */
"allowed_addresses"?: ((string)[]) | (null);
})[];
"webhooks": ({
"url": string;
"events": ("run.completed" | "run.failed" | "run.cancelled" | "inventory.synced" | "inventory.short" | "what_if.completed" | "order.rerouted" | "order.released" | "order.shipped" | "order.unroutable" | "api_key.expiring" | "audit.recorded")[];
"enabled": boolean;
})[];
/** People who may sign in, or are invited. */
"users": ({
"email": string;
"role": "owner" | "member" | "viewer";
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
"AccountError": {
/** What is wrong, in a sentence, whose words may change. */
"detail": string;
/** The name of the error, which stays. */
"code": "bad_request" | "unknown_query_parameter" | "incompatible_options" | "invalid_json" | "missing_order_id" | "missing_lines" | "client_id_in_body" | "unknown_warehouse" | "duplicate_inventory_row" | "duplicate_order_id" | "counted_too_long_ago" | "client_required" | "invalid_api_key" | "not_signed_in" | "link_ended" | "no_public_url" | "no_mail" | "sign_in_failed" | "second_factor_required" | "invalid_account_token" | "subscription_inactive" | "usage_limit" | "upload_limit" | "forbidden" | "missing_scope" | "address_not_allowed" | "confirm_again" | "enrol_second_factor" | "csrf_token" | "other_site" | "not_found" | "method_not_allowed" | "request_timeout" | "body_timeout" | "idempotency_conflict" | "already_exists" | "account_limit" | "last_owner" | "not_allocated" | "order_released" | "hold_expired" | "nothing_reserved" | "nothing_remains" | "quantity_changed" | "quantity_below_zero" | "reroute_worse" | "order_has_left" | "run_ended" | "run_not_failed" | "precondition_failed" | "too_many_orders" | "too_many_rows" | "body_too_large" | "unsupported_media_type" | "expectation_failed" | "validation_failed" | "rate_limited" | "headers_too_large" | "internal" | "overloaded" | "unavailable" | "outcome_unknown";
};
"AccountFileInput": {
/** Location of the JSON Schema, for editors. Ignored. */
"$schema"?: string;
/** The client. Created if no client has this slug. */
"client": {
/** Identifies the client in every command: 1 to 63 lower-case letters, digits, hyphens or underscores. */
"slug": string;
/** Display name. Default for a new client: the slug. */
"name"?: string;
/** Format of responses: A (default), or B, which lists allocations by order line. */
"contract_variant"?: "A" | "B";
/** Plan: trial (default), starter, pro or enterprise. */
"plan"?: string;
/** Only clients that are trialing or active are served. */
"subscription_status"?: "trialing" | "active" | "past_due" | "paused" | "cancelled";
/** false: all requests of the client are refused. */
"active"?: boolean;
/** true: a person of the account who has no second factor can only set one up. */
"require_second_factor"?: boolean;
/** Routed orders per billing period; null: the limit of the plan. */
"routed_orders_limit"?: (number) | (null);
/** Maximum rows of one inventory upload; null: the limit of the plan. */
"inventory_rows_limit"?: (number) | (null);
};
/** All warehouses. Those not in the list are disabled. */
"warehouses"?: ({
/** The client's ID of the warehouse. */
"warehouse_id": string;
/** Warehouse code in Variant B. Default: the warehouse_id. */
"warehouse_code"?: string;
/** Name shown in responses. Default: the warehouse_id. */
"warehouse_name"?: string;
/** ZIP code the warehouse ships from: five digits, in quotes. */
"zip": string;
/** false: the warehouse stays in the account but ships nothing. */
"enabled"?: boolean;
/** true: if this enables a disabled warehouse, its stock counts as 0 until its next sync, in both environments. An instruction: it is not stored, and without effect on any other warehouse. */
"clear_stock"?: boolean;
/** Lower numbers rank first: as a tie-breaker, or first of all with ranking: priority. null ranks last. */
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
/** Settings that each run is decided by a second time, to be compared: counts only. null: none. */
"shadow"?: ({
/** They replace the settings of the same names. The others are those of the client. */
"settings": {
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
};
}) | (null);
/** When carriers deliver. null: Monday to Friday. */
"delivery_calendar"?: ({
/** Days of the week on which carriers deliver. Default: mon to fri. */
"days"?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
/** Dates without work, YYYY-MM-DD, holidays for example. */
"closed_dates"?: (string)[];
}) | (null);
/** What shipments cost: docs/explanation/cost.md. null: no prices. */
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
/** CSV file of prices, relative to the account file. Left out: the current prices are kept. */
"prices_file"?: string;
}) | (null);
/** What each shipment of an order beyond the first counts besides its cost, when routes compare by cost. Default: 0. */
"split_penalty"?: number;
/** Weight of a unit whose SKU has none. null: it weighs nothing, and answers say so. */
"default_unit_weight"?: (number) | (null);
/** Source of transit days: docs/reference/lanes.md. */
"transit"?: ({
/** Source of the lanes: zone (default), table (your own) or http (a carrier). */
"provider": "table";
/** table only: CSV file of lanes, relative to the account file. Left out: the current table is kept. */
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
/** http only: where the carrier is called. It begins with https:// or http:// and has no user, query or fragment. With a credential it begins with https://, unless it is this machine. */
"url"?: string;
}) | ({
"provider": "http";
"adapter": "json";
/** http only: where the carrier is called. It begins with https:// or http:// and has no user, query or fragment. With a credential it begins with https://, unless it is this machine. */
"url": string;
"credential"?: string;
/** json only: lanes that are asked for in one call. */
"lanes_per_call"?: number;
}));
/** All API keys. A new key is printed once; those not in the list are revoked. */
"api_keys"?: ({
/** Name of the key, unique in its environment. */
"name": string;
/** test or live: each has its own stock and runs; only live counts toward the plan. */
"environment": "test" | "live";
/** What it may do (docs/reference/access.md); null: everything. */
"scopes"?: (("orders:read" | "orders:write" | "runs:read" | "runs:write" | "inventory:read" | "inventory:write" | "promise" | "reports:read" | "what_if")[]) | (null);
/** From then on it is refused; null: it does not expire. */
"expires_at"?: (string) | (null);
/** IP addresses and ranges (CIDR) that it may be used from; null: anywhere. */
"allowed_addresses"?: ((string)[]) | (null);
})[];
/** Where events are sent. The secret of a new one is printed once; those not in the list are removed. */
"webhooks"?: ({
/** Where events are sent, by POST: https and a public address. It names the endpoint. */
"url": string;
/** Event types to send: docs/guides/webhooks.md. */
"events": ("run.completed" | "run.failed" | "run.cancelled" | "inventory.synced" | "inventory.short" | "what_if.completed" | "order.rerouted" | "order.released" | "order.shipped" | "order.unroutable" | "api_key.expiring" | "audit.recorded")[];
/** false: nothing is sent to it. */
"enabled"?: boolean;
})[];
"users"?: ({
/** Sign-in address. */
"email": string;
/** owner can change the account, member cannot; viewer changes nothing at all. */
"role": "owner" | "member" | "viewer";
})[];
};
"AccountRun": {
"run": components['schemas']["ShownRun"];
/** As far as the run is decided, most units first. Null for a large run of before this was counted. */
"warehouses": (({
"warehouse_id": string;
"warehouse_name": string;
"shipments": number;
"units": number;
})[]) | (null);
"shipments": (number) | (null);
"units_shipped": (number) | (null);
"configuration_id": number;
};
"AccountRunPage": {
/** Those that have not ended first, then the others; both newest first. With sort=created_at: oldest first. */
"runs": (components['schemas']["ListedRun"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
};
"AccountToken": {
"id": number;
"name": string;
"role": "member" | "owner";
/** The person of the account who made it, also by a token; null: an operator, or a command. */
"created_by": string | null;
/** Leading part of the token. */
"token_prefix": string;
/** From then on it is refused; null: it does not expire. */
"expires_at": (string) | (null);
/** IP addresses and ranges that it may be used from; null: anywhere. */
"allowed_addresses": ((string)[]) | (null);
/** When it got its present secret; null: when it was created. */
"rolled_at": (string) | (null);
/** How long the secret before works; null: there was none. */
"previous_until": (string) | (null);
/** The address of its last use. */
"last_used_from": string | null;
"created_at": string;
/** Some seconds late; null: not used yet. */
"last_used_at": (string) | (null);
"revoked_at": (string) | (null);
};
"Activations": {
"activations": ({
"activation_id": number;
"configuration_id": number;
"activated_at": string;
/** null: before history was kept. */
"by": (components['schemas']["Actor"]) | (null);
"action": string | null;
/** What it was done to: settings, warehouses/EWR1, what-ifs/12. */
"subject": string | null;
"is_current": boolean;
/** At most the first thousand. */
"changes": (components['schemas']["AccountChange"])[];
})[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
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
"ApiKey": {
"id": number;
"name": string;
"environment": "test" | "live";
/** The person of the account who made it, also by a token; null: an operator, or a command. */
"created_by": string | null;
/** Leading part of the key. */
"key_prefix": string;
/** What it may do; null: everything. */
"scopes": (("orders:read" | "orders:write" | "runs:read" | "runs:write" | "inventory:read" | "inventory:write" | "promise" | "reports:read" | "what_if")[]) | (null);
/** From then on it is refused; null: it does not expire. */
"expires_at": (string) | (null);
/** IP addresses and ranges that it may be used from; null: anywhere. */
"allowed_addresses": ((string)[]) | (null);
/** When it got its present secret; null: when it was created. */
"rolled_at": (string) | (null);
/** How long the secret before works; null: there was none. */
"previous_until": (string) | (null);
/** The address of its last use. */
"last_used_from": string | null;
"created_at": string;
/** Some seconds late; null: not used yet. */
"last_used_at": (string) | (null);
"revoked_at": (string) | (null);
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
"AppliedAccount": {
"dry_run": boolean;
"account": components['schemas']["Account"];
/** What is different now, or would be; none: it was so already. */
"changes": (components['schemas']["AccountChange"])[];
/** Warehouses that go from disabled to enabled, and how old their stock is. */
"enabled": ({
"warehouse_id": string;
/** What it has from before it was disabled, by environment. */
"stock": (components['schemas']["EnabledStock"])[];
})[];
/** The active keys. */
"api_keys": ({
"name": string;
"environment": "test" | "live";
/** The key itself, once: when it was created. */
"key": string | null;
"created": boolean;
})[];
/** The endpoints. */
"webhooks": ({
"url": string;
/** What deliveries are signed with, once: when it was made. */
"secret": string | null;
})[];
/** Who is invited now, with the link that is shown this once. Left out: nobody. */
"users"?: ({
"email": string;
"invitation_url": string | null;
})[];
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
"AuditLog": {
"entries": (components['schemas']["AuditEntry"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
};
"AuditRecordedEvent": {
"type": "audit.recorded";
/** When it happened. */
"timestamp": string;
"data": components['schemas']["AuditEntry"];
};
"BulkAction": {
"bulk_action_id": number;
"action": "release" | "reroute" | "export";
/** As it was sent. */
"filter": {
[key: string]: unknown;
};
/** As it was sent; null for other actions. */
"reroute": ({
[key: string]: unknown;
}) | (null);
"status": "running" | "completed" | "failed" | "cancelled";
/** Why a failed action stopped. */
"failure": string | null;
/** A person's e-mail address, or the name of a token. */
"requested_by": string;
"created_at": string;
"updated_at": string;
"finished_at": (string) | (null);
"progress": {
/** finding: the number of orders is not yet known. */
"phase": "finding" | "acting" | "done";
/** Orders to act on. A release counts orders that hold units. */
"orders_found": number;
"orders_done": number;
/** Held no units any more, or would have been worse with unless_worse. */
"orders_unchanged": number;
/** No longer matched the filter when their turn came. */
"orders_skipped": number;
/** Were refused. */
"orders_failed": number;
};
/** The first 100 orders that were refused, and why. */
"failures": ({
"order_id": string;
"detail": string;
})[];
};
"BulkActionPage": {
/** Newest first. */
"bulk_actions": (components['schemas']["BulkAction"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
};
"BulkActionRequestInput": ({
"action": "release";
"filter": {
/** Orders of this SKU, among others. */
"sku"?: string;
/** The destination ZIP, or its beginning. */
"zip"?: string;
"status"?: "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE";
/** Only orders in this state, that of their latest decision. */
"state"?: "current" | "replaced" | "released" | "left" | "shipped" | "expired";
/** Only orders whose route a policy warned of. */
"warned"?: "true";
/** Only orders that arrive after their deliver_by, or on a day that is not known. */
"late"?: "true";
/** Only VIP orders. */
"is_vip"?: "true";
/** Only orders of this partner. */
"partner_id"?: string;
/** Why not all of the order ships. */
"reason"?: "invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory" | "item_control" | "policy_blocked";
/** Orders that ship from this warehouse, alone or among others. */
"warehouse_id"?: string;
/** Only orders whose search for a route ended before it proved that no other has fewer shipments. */
"search"?: "incomplete";
/** An order ID or a part of it, or the beginning of a ZIP or a SKU. An order of exactly this ID is found alone. */
"q"?: string;
/** Only this order. */
"order_id"?: string;
/** Not before this ISO 8601 date or timestamp (UTC where it has no zone). */
"from"?: string;
/** Before this ISO 8601 timestamp; a date without a time includes that day. */
"to"?: string;
};
}) | ({
"action": "reroute";
"filter": {
/** Orders of this SKU, among others. */
"sku"?: string;
/** The destination ZIP, or its beginning. */
"zip"?: string;
"status"?: "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE";
/** Only orders in this state, that of their latest decision. */
"state"?: "current" | "replaced" | "released" | "left" | "shipped" | "expired";
/** Only orders whose route a policy warned of. */
"warned"?: "true";
/** Only orders that arrive after their deliver_by, or on a day that is not known. */
"late"?: "true";
/** Only VIP orders. */
"is_vip"?: "true";
/** Only orders of this partner. */
"partner_id"?: string;
/** Why not all of the order ships. */
"reason"?: "invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory" | "item_control" | "policy_blocked";
/** Orders that ship from this warehouse, alone or among others. */
"warehouse_id"?: string;
/** Only orders whose search for a route ended before it proved that no other has fewer shipments. */
"search"?: "incomplete";
/** An order ID or a part of it, or the beginning of a ZIP or a SKU. An order of exactly this ID is found alone. */
"q"?: string;
/** Only this order. */
"order_id"?: string;
/** Not before this ISO 8601 date or timestamp (UTC where it has no zone). */
"from"?: string;
/** Before this ISO 8601 timestamp; a date without a time includes that day. */
"to"?: string;
};
"reroute"?: components['schemas']["RerouteRequestInput"];
}) | ({
"action": "export";
"filter"?: {
/** Orders of this SKU, among others. */
"sku"?: string;
/** The destination ZIP, or its beginning. */
"zip"?: string;
"status"?: "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE";
/** Only orders in this state, that of their latest decision. */
"state"?: "current" | "replaced" | "released" | "left" | "shipped" | "expired";
/** Only orders whose route a policy warned of. */
"warned"?: "true";
/** Only orders that arrive after their deliver_by, or on a day that is not known. */
"late"?: "true";
/** Only VIP orders. */
"is_vip"?: "true";
/** Only orders of this partner. */
"partner_id"?: string;
/** Why not all of the order ships. */
"reason"?: "invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory" | "item_control" | "policy_blocked";
/** Orders that ship from this warehouse, alone or among others. */
"warehouse_id"?: string;
/** Only orders whose search for a route ended before it proved that no other has fewer shipments. */
"search"?: "incomplete";
/** An order ID or a part of it, or the beginning of a ZIP or a SKU. An order of exactly this ID is found alone. */
"q"?: string;
/** Only this order. */
"order_id"?: string;
/** Not before this ISO 8601 date or timestamp (UTC where it has no zone). */
"from"?: string;
/** Before this ISO 8601 timestamp; a date without a time includes that day. */
"to"?: string;
};
});
"Capacity": {
"from": string;
"to": string;
"warehouses": ({
"warehouse_id": string;
"warehouse_name": string;
"enabled": boolean;
/** null: it has no capacity any more. */
"shipments_per_day": (number) | (null);
"when_full": ("skip" | "later") | (null);
"days": ({
/** The ship date; of a warehouse without a calendar, the date of the run in UTC. */
"date": string;
"taken": number;
/** null: without limit. */
"left": (number) | (null);
})[];
})[];
};
"CertificateLine": {
"type": "run" | "window" | "supply" | "eligible" | "order";
[key: string]: unknown;
};
"ChangedWarehouse": {
"warehouse_id": string;
"warehouse_code": string;
"warehouse_name": string;
"zip": string;
"enabled": boolean;
"priority": (number) | (null);
/** Left out: it has none. So is its capacity. */
"calendar"?: {
[key: string]: unknown;
};
"capacity"?: {
[key: string]: unknown;
};
/** Left out: 0. */
"safety_stock"?: number;
/** Left out: it costs nothing. */
"handling"?: {
[key: string]: unknown;
};
/** The version of this element: send it as If-Match to change just this one. */
"etag": string;
/** Only if it goes from disabled to enabled. */
"stock"?: (components['schemas']["EnabledStock"])[];
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
"ClientPatchInput": {
/** Display name. Default for a new client: the slug. */
"name"?: string;
/** Format of responses: A (default), or B, which lists allocations by order line. */
"contract_variant"?: "A" | "B";
/** Plan: trial (default), starter, pro or enterprise. */
"plan"?: string;
/** Only clients that are trialing or active are served. */
"subscription_status"?: "trialing" | "active" | "past_due" | "paused" | "cancelled";
/** false: all requests of the client are refused. */
"active"?: boolean;
/** true: a person of the account who has no second factor can only set one up. */
"require_second_factor"?: boolean;
/** Routed orders per billing period; null: the limit of the plan. */
"routed_orders_limit"?: (number) | (null);
/** Maximum rows of one inventory upload; null: the limit of the plan. */
"inventory_rows_limit"?: (number) | (null);
};
"Clients": {
"clients": (components['schemas']["Client"])[];
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
/** Settings that each run is decided by a second time; null: none. */
"shadow": ({
"settings": {
[key: string]: unknown;
};
}) | (null);
/** Left out: Monday to Friday. */
"delivery_calendar"?: {
[key: string]: unknown;
};
/** Left out: nothing is said of costs. */
"rates"?: {
"currency": string;
[key: string]: unknown;
};
/** Left out: 0. */
"split_penalty"?: number;
/** Left out: none. */
"default_unit_weight"?: number;
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
"CreatedAccountToken": {
"id": number;
"name": string;
"role": "member" | "owner";
/** The person of the account who made it, also by a token; null: an operator, or a command. */
"created_by": string | null;
/** Leading part of the token. */
"token_prefix": string;
/** From then on it is refused; null: it does not expire. */
"expires_at": (string) | (null);
/** IP addresses and ranges that it may be used from; null: anywhere. */
"allowed_addresses": ((string)[]) | (null);
/** When it got its present secret; null: when it was created. */
"rolled_at": (string) | (null);
/** How long the secret before works; null: there was none. */
"previous_until": (string) | (null);
/** The address of its last use. */
"last_used_from": string | null;
"created_at": string;
/** Some seconds late; null: not used yet. */
"last_used_at": (string) | (null);
"revoked_at": (string) | (null);
/** The token itself, shown this once. */
"token": string;
};
"CreatedApiKey": {
"id": number;
"name": string;
"environment": "test" | "live";
/** The person of the account who made it, also by a token; null: an operator, or a command. */
"created_by": string | null;
/** Leading part of the key. */
"key_prefix": string;
/** What it may do; null: everything. */
"scopes": (("orders:read" | "orders:write" | "runs:read" | "runs:write" | "inventory:read" | "inventory:write" | "promise" | "reports:read" | "what_if")[]) | (null);
/** From then on it is refused; null: it does not expire. */
"expires_at": (string) | (null);
/** IP addresses and ranges that it may be used from; null: anywhere. */
"allowed_addresses": ((string)[]) | (null);
/** When it got its present secret; null: when it was created. */
"rolled_at": (string) | (null);
/** How long the secret before works; null: there was none. */
"previous_until": (string) | (null);
/** The address of its last use. */
"last_used_from": string | null;
"created_at": string;
/** Some seconds late; null: not used yet. */
"last_used_at": (string) | (null);
"revoked_at": (string) | (null);
/** The key itself, shown this once. */
"key": string;
};
"CreatedWebhook": {
"url": string;
"events": ("run.completed" | "run.failed" | "run.cancelled" | "inventory.synced" | "inventory.short" | "what_if.completed" | "order.rerouted" | "order.released" | "order.shipped" | "order.unroutable" | "api_key.expiring" | "audit.recorded")[];
"enabled": boolean;
/** null: it was not called yet. */
"last_answer"?: ({
"at": string;
/** null: there was no answer, but an error. */
"status": (number) | (null);
"error": string | null;
/** Answers in a row that were no success. */
"failures": number;
}) | (null);
/** The version of this element: send it as If-Match to change just this one. */
"etag": string;
/** What deliveries are signed with, shown this once. */
"secret": string;
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
"DeliveryCalendarInput": {
/** Days of the week on which carriers deliver. Default: mon to fri. */
"days"?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
/** Dates without work, YYYY-MM-DD, holidays for example. */
"closed_dates"?: (string)[];
};
"DeliveryCalendarView": {
/** null: Monday to Friday. */
"delivery_calendar": ({
[key: string]: unknown;
}) | (null);
/** The version of this element: send it as If-Match to change just this one. */
"etag": string;
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
"EnabledStock": {
"environment": "test" | "live";
/** SKUs with at least one unit. */
"skus": number;
"units": number;
/** When the latest of its quantities was synced; null: it has none. */
"synced_at": (string) | (null);
/** Whether clear_stock counts it as 0 now. */
"cleared": boolean;
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
"Figures": {
/** Decisions: an order that was routed twice counts twice. */
"orders": number;
"full_count": number;
"split_count": number;
"partial_count": number;
"partial_split_count": number;
"none_count": number;
/** Orders whose route a policy warned of. */
"warned_count": number;
"units_ordered": number;
"units_shipped": number;
"shipments": number;
/** Orders in several shipments of those that ship; null if none ships. */
"split_rate": (number) | (null);
/** Units shipped of those ordered; null if none was ordered. */
"fill_rate": (number) | (null);
/** Only if the account has rates. */
"costs"?: components['schemas']["Costs"];
};
"ForgottenPasswordInput": {
"email": string;
};
"FoundOrder": {
"order_id": string;
"routing_decision_id": number;
"routing_run_id": number;
"client_run_number": number;
"run_kind": "sync" | "managed";
"decided_at": string;
/** current: the decision holds. replaced: by a newer decision on the same order. released: the order was cancelled. left: its shipments have left. shipped: all of it was said to have shipped. expired: it was not confirmed in time. */
"state": "current" | "replaced" | "released" | "left" | "shipped" | "expired";
/** Whether no later decision on the order has replaced this one. */
"latest": boolean;
"status": "FULL" | "SPLIT" | "PARTIAL" | "PARTIAL_SPLIT" | "NONE";
/** Whether a policy warned of the chosen route. */
"warned": boolean;
/** As it was sent. */
"destination_zip": string;
/** The first five. */
"skus": (string)[];
"sku_count": number;
"units_ordered": number;
"units_shipped": number;
"shipments": number;
/** That it ships from, in rank order. */
"warehouses": ({
"warehouse_id": string;
"warehouse_name": string;
})[];
/** Why not all of it ships; empty if all does. */
"reasons": ("invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory" | "item_control" | "policy_blocked")[];
"is_vip": boolean;
"partner_id": string | null;
/** The name of the routing profile that decided it; null: none. */
"profile": string | null;
"ship_method": string | null;
/** A day. */
"deliver_by": string | null;
/** The day on which all that ships has arrived; null: it is not known, or nothing ships. */
"arrives_on": string | null;
/** Whether it arrives after deliver_by, or on a day that is not known. */
"late": boolean;
/** Of what was ordered. */
"total_value": number;
/** Of its shipments; null: not all have a price. */
"total_cost": number | null;
/** Whether it has an active reservation. */
"holds_units": boolean;
"rerouted": boolean;
};
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
"Invitation": {
"email": string;
"role": "owner" | "member" | "viewer";
/** The person of the account who invited; null: an operator, or a command. */
"created_by": string | null;
"created_at": string;
/** The link works until then. */
"expires_at": string;
};
"InvitedUser": {
"email": string;
"role": "owner" | "member" | "viewer";
/** The person of the account who invited; null: an operator, or a command. */
"created_by": string | null;
"created_at": string;
/** The link works until then. */
"expires_at": string;
/** The link itself, shown this once. */
"invitation_url": string;
/** Whether the link is on its way to the address, too. */
"mailed": boolean;
};
"ItemControl": {
/** Names the rule in URLs: SKU~rule, with ~2 for the second such rule. */
"rule_id": string;
"sku": string;
"rule": string;
"warehouse_ids"?: (string)[];
"fallback"?: "block" | "allow";
"days"?: number;
"units"?: number;
"note": string | null;
/** The version of this element: send it as If-Match to change just this one. */
"etag": string;
};
/** Only members that the rule has: warehouse_ids of restrict, prefer and exclude, fallback of restrict, days of max_transit_days, units and warehouse_ids of safety_stock, and note. */
"ItemControlPatchInput": {
"warehouse_ids"?: (string)[];
"fallback"?: "block" | "allow";
"days"?: number;
"units"?: number;
"note"?: (string) | (null);
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
"KnownOrders": {
/** Those that were decided before, each counted once. */
"known": number;
};
"KnownOrdersRequestInput": {
"order_ids": (string)[];
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
"LastSync": {
"ingest_run_id": number;
"synced_at": string;
"source_name": string | null;
"rows_received": number;
};
"LeftShipment": {
"warehouse_id": string;
"shipped_at": string;
"routing_decision_id": number;
"lines": ({
"sku": string;
"quantity": number;
})[];
};
"Link": {
"kind": "invitation" | "reset";
/** Whom it is for. */
"email": string;
/** That they would have; null for a reset. */
"role": ("owner" | "member" | "viewer") | (null);
/** Name of the account that they would join; null for a reset. */
"client": string | null;
};
"LinkTokenInput": {
/** The part of the link behind #. */
"token": string;
/** For whom the link is: a new person, or one who forgot their password. */
"kind": "invitation" | "reset";
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
"ListedWebhookDelivery": {
"delivery_id": number;
/** The header webhook-id, the same in every attempt. */
"webhook_id": string;
"url": string;
"type": string;
"status": "pending" | "delivered" | "failed" | "dropped";
"attempts": number;
"created_at": string;
/** null unless it is pending. */
"next_attempt_at": (string) | (null);
/** When the last attempt ended. */
"answered_at": (string) | (null);
"response_status": (number) | (null);
/** Why there was no answer. */
"error": string | null;
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
"NewAccountTokenInput": {
"name": string;
/** The rights that the token has. */
"role": "member" | "owner";
/** From then on it is refused; null: it does not expire. */
"expires_at"?: (string) | (null);
/** IP addresses and ranges (CIDR) that it may be used from; null: anywhere. */
"allowed_addresses"?: ((string)[]) | (null);
};
"NewApiKeyInput": {
/** Name of the key, unique in its environment. */
"name": string;
/** test or live: each has its own stock and runs; only live counts toward the plan. */
"environment": "test" | "live";
/** What it may do (docs/reference/access.md); null: everything. */
"scopes"?: (("orders:read" | "orders:write" | "runs:read" | "runs:write" | "inventory:read" | "inventory:write" | "promise" | "reports:read" | "what_if")[]) | (null);
/** From then on it is refused; null: it does not expire. */
"expires_at"?: (string) | (null);
/** IP addresses and ranges (CIDR) that it may be used from; null: anywhere. */
"allowed_addresses"?: ((string)[]) | (null);
};
/** The client. Created if no client has this slug. */
"NewClientInput": {
/** Identifies the client in every command: 1 to 63 lower-case letters, digits, hyphens or underscores. */
"slug": string;
/** Display name. Default for a new client: the slug. */
"name"?: string;
/** Format of responses: A (default), or B, which lists allocations by order line. */
"contract_variant"?: "A" | "B";
/** Plan: trial (default), starter, pro or enterprise. */
"plan"?: string;
/** Only clients that are trialing or active are served. */
"subscription_status"?: "trialing" | "active" | "past_due" | "paused" | "cancelled";
/** false: all requests of the client are refused. */
"active"?: boolean;
/** true: a person of the account who has no second factor can only set one up. */
"require_second_factor"?: boolean;
/** Routed orders per billing period; null: the limit of the plan. */
"routed_orders_limit"?: (number) | (null);
/** Maximum rows of one inventory upload; null: the limit of the plan. */
"inventory_rows_limit"?: (number) | (null);
};
"NewItemControlInput": ({
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
});
"NewProfileInput": {
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
};
"NewSecondFactor": {
/** What an authenticator app reads, as a QR code. It has the seed. */
"otpauth_url": string;
};
"NewUserInput": {
/** Sign-in address. */
"email": string;
/** owner can change the account, member cannot; viewer changes nothing at all. */
"role": "owner" | "member" | "viewer";
};
"NewWarehouseInput": {
/** The client's ID of the warehouse. */
"warehouse_id": string;
/** Warehouse code in Variant B. Default: the warehouse_id. */
"warehouse_code"?: string;
/** Name shown in responses. Default: the warehouse_id. */
"warehouse_name"?: string;
/** ZIP code the warehouse ships from: five digits, in quotes. */
"zip": string;
/** false: the warehouse stays in the account but ships nothing. */
"enabled"?: boolean;
/** Lower numbers rank first: as a tie-breaker, or first of all with ranking: priority. null ranks last. */
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
};
"NewWebhookInput": {
/** Where events are sent, by POST: https and a public address. It names the endpoint. */
"url": string;
/** Event types to send: docs/guides/webhooks.md. */
"events": ("run.completed" | "run.failed" | "run.cancelled" | "inventory.synced" | "inventory.short" | "what_if.completed" | "order.rerouted" | "order.released" | "order.shipped" | "order.unroutable" | "api_key.expiring" | "audit.recorded")[];
/** false: nothing is sent to it. */
"enabled"?: boolean;
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
"OrderCount": {
"orders": number;
/** Whether there may be more: 10,000 were counted, or the count reached its time limit. */
"more": boolean;
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
"OrderPage": {
/** Newest run first, within a run the last order first; the other way round with sort=created_at. */
"orders": (components['schemas']["FoundOrder"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
/** A page may be short, even empty, because the search reached its time limit: then this says how far the search came, and next_cursor goes on. Null for a full page and for the last one. */
"searched_back_to": (string) | (null);
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
"Overview": {
/** The beginning of an hour, or of a day where buckets are days. */
"from": string;
"to": string;
"bucket": "hour" | "day";
"figures": components['schemas']["Figures"];
/** Of the period before, which is as long. */
"previous": components['schemas']["Figures"];
/** The period by hour or day, without a gap; an hour may be longer where clocks are set back. */
"buckets": ({
"from": string;
/** Decisions: an order that was routed twice counts twice. */
"orders": number;
"full_count": number;
"split_count": number;
"partial_count": number;
"partial_split_count": number;
"none_count": number;
/** Orders whose route a policy warned of. */
"warned_count": number;
"units_ordered": number;
"units_shipped": number;
"shipments": number;
})[];
/** Why orders do not ship at all, commonest first. */
"unroutable": ({
"reason": "invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory" | "item_control" | "policy_blocked";
"orders": number;
})[];
/** Why orders ship in part only, commonest first. */
"unfulfilled": ({
"reason": "invalid_destination_zip" | "item_control_hold" | "external_fulfillment" | "no_enabled_warehouse" | "no_inventory_available" | "item_control_restricted" | "no_eligible_warehouse" | "no_capacity" | "late_delivery_blocked" | "max_transit_days_blocked" | "split_shipment_blocked" | "partial_shipment_blocked" | "minimum_shipment_value_blocked" | "insufficient_inventory" | "item_control" | "policy_blocked";
"orders": number;
})[];
"runs": {
/** Up to ten, newest first. */
"under_way": (components['schemas']["ListedRun"])[];
"under_way_count": number;
/** Runs that failed in the period, or wait for a person: up to ten. */
"failed": (components['schemas']["ListedRun"])[];
"failed_count": number;
};
/** null: the account has no shadow settings. */
"shadow": (components['schemas']["ShadowFigures"]) | (null);
"usage": components['schemas']["PlanUsage"];
/** The last sync; null if there was none. */
"stock": ({
"ingest_run_id": number;
"synced_at": string;
"source_name": string | null;
"rows_received": number;
}) | (null);
};
"PairEntry": {
"kind": "count" | "change" | "reservation" | "shipment" | "adjustment";
/** What was counted or reserved; of a change or a shipment, by how many units there is more. adjustment: units that are missing now, because less was counted than has left since. */
"quantity": number;
/** When it happened; null: of an adjustment, which holds now. */
"at": (string) | (null);
/** When the service was told. */
"recorded_at": (string) | (null);
"order_id": string | null;
"routing_decision_id": (number) | (null);
/** Of a reservation: what became of its decision. */
"state": ("current" | "replaced" | "released" | "left" | "shipped" | "expired") | (null);
/** The reason of a change, the source of a count. */
"note": string | null;
};
"PairHistory": {
"sku": string;
"warehouse_id": string;
"quantity_available": number;
"reserved_quantity": number;
/** Of which moment its last count is; null: it was never counted. */
"counted_at": (string) | (null);
/** Newest first, for STOCK_LOG_DAYS. Nothing before the first counted sync, change, shipment or hold. */
"entries": (components['schemas']["PairEntry"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
};
"PasswordChangeInput": {
"current_password": string;
/** At least eight characters, not a common password and not the own address. */
"new_password": string;
};
"PasswordResetInput": {
/** The part of the link behind #. */
"token": string;
"new_password": string;
};
"Places": {
/** Of the ZIPs that are known. */
"places": ({
"zip": string;
"latitude": number;
"longitude": number;
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
"PlanPatchInput": {
/** null: no limit. */
"routed_orders_limit"?: (number) | (null);
/** null: no limit. */
"inventory_rows_limit"?: (number) | (null);
};
"PlanUsage": {
"plan": string;
/** month: of UTC. */
"period": "total" | "month";
"used": number;
/** null: no limit. */
"limit": (number) | (null);
"remaining": (number) | (null);
/** Rows that an upload may hold; null: no limit. */
"inventory_rows_limit": (number) | (null);
};
"PriceLists": {
"price_lists": ({
"warehouse_id": string;
"zone": string;
"prices": ({
"max_weight": number;
"price": number;
})[];
})[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
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
"ProfilePatchInput": {
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
};
"Rates": {
/** null: nothing is said of costs. */
"rates": ({
"currency": string;
[key: string]: unknown;
}) | (null);
"split_penalty": number;
"default_unit_weight": number | null;
/** The prices that were uploaded last; null: none. */
"price_table": ({
"rate_table_id": number;
"created_at": string;
"warehouses": ({
/** * is every warehouse. */
"warehouse_id": string;
"prices": number;
})[];
}) | (null);
/** By enabled warehouse, zones that shipments may have, but there is no price for: these shipments have no cost. */
"unpriced"?: ({
"warehouse_id": string;
"zones": (string)[];
})[];
"etag": string;
};
/** Prices must have been uploaded before to /rates/prices. */
"RatesPatchInput": {
/** Shown with amounts; nothing is converted. */
"currency"?: string;
"zones"?: ({
/** miles: by distance. table: the column zone of the lane table (transit provider table). */
"by": "miles";
/** by miles only: the largest miles of zones 1, 2, …; farther is one zone more. */
"upto"?: (number)[];
}) | ({
"by": "table";
});
/** Only the command line reads files. Upload prices to /rates/prices. */
"prices_file"?: string;
"split_penalty"?: number;
"default_unit_weight"?: (number) | (null);
};
"RecoveryCodes": {
/** Each works once in place of a code. They are shown this once. */
"recovery_codes": (string)[];
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
"Reservations": {
/** Orders that have units reserved. */
"orders": number;
};
"RestoredConfiguration": {
"dry_run": boolean;
"configuration_id": (number) | (null);
/** At most the first thousand. */
"changes": (components['schemas']["AccountChange"])[];
/** Warehouses that go from disabled to enabled, and how old their stock is. */
"enabled": ({
"warehouse_id": string;
/** What it has from before it was disabled, by environment. */
"stock": (components['schemas']["EnabledStock"])[];
})[];
};
"RollInput": {
/** How long the secret before still works. Of older ones none does. */
"overlap_hours"?: number;
};
"RotatedWebhookSecret": {
"url": string;
/** What deliveries are signed with, shown this once. */
"secret": string;
/** Until then, deliveries are signed with the previous secret too. */
"previous_until": string;
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
"RunDecisionPage": {
/** In request order. */
"orders": (components['schemas']["FoundOrder"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
/** Not null: the page is short because the search reached its time limit. */
"searched_back_to": (string) | (null);
};
"RunFailedEvent": {
"type": "run.failed";
/** When it happened. */
"timestamp": string;
"data": components['schemas']["Run"];
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
"SecondFactor": {
/** null: you have none. */
"since": (string) | (null);
"recovery_codes_left": number;
};
"SecondFactorCodeInput": {
/** Of the authenticator app, or a recovery code. */
"code": string;
};
"Service": {
"version": string;
"database": "ok" | "unavailable";
"queue": "ok" | "unavailable";
/** Workers of all processes that can take jobs. */
"workers": number;
"queues": ({
"name": string;
/** An operator paused it: no worker takes its jobs. */
"paused": boolean;
/** Jobs by state: waiting, active, failed and so on. */
"counts": {
[key: string]: number;
};
/** 0: no job waits. */
"oldest_waiting_seconds": number;
})[];
/** That are not done. Status failing: a step failed, and is tried again. */
"runs": ({
"phase": string;
"status": string;
"runs": number;
})[];
"failing_count": number;
/** Failing runs, those that are tried again last first. At most twenty. */
"failing": ({
"client": string;
"environment": "test" | "live";
"routing_run_id": number;
"error": string;
"retry_at": string;
})[];
/** Failed runs that can be retried, the latest twenty. */
"failures": ({
"client": string;
"environment": "test" | "live";
"routing_run_id": number;
"failure": string | null;
"at": string;
})[];
};
"ServiceAuditEntry": {
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
/** Slug; null: done to the whole service. */
"client": string | null;
};
"ServiceAuditLog": {
"entries": (components['schemas']["ServiceAuditEntry"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
};
"ServiceDay": {
"step_minutes": number;
/** The last day in steps, oldest first. Steps in which nothing ran are left out. */
"points": ({
/** When the step begins. */
"at": string;
"orders_per_second": number;
"requests": number;
/** Of the requests: answered with a status of 500 or above. */
"errors": number;
/** A bound that 95 of 100 requests kept: 5, 10, 25, 50 … 30,000. null: there were none. */
"latency_ms": (number) | (null);
/** 0: no run waited. */
"oldest_run_seconds": number;
/** 0: no webhook delivery waited. */
"oldest_delivery_seconds": number;
"database_bytes": (number) | (null);
/** Of the largest process. */
"memory_bytes": number;
})[];
/** Clients of the last day by orders, twenty at most. */
"clients": ({
"client": string;
"name": string;
"orders": number;
/** Of the orders: those that cannot ship. */
"unshipped": number;
})[];
};
"SessionConfirmationInput": {
"password"?: string;
/** Of the authenticator app, or a recovery code. */
"code"?: string;
};
"SessionUser": {
"email": string;
/** In that account; null: the person is in several, and ?client=slug must choose one. */
"role": ("owner" | "member" | "viewer" | "operator") | (null);
/** The account that the caller works on; null for an operator of the service, and where `role` is null. */
"client": ({
"slug": string;
"name": string;
}) | (null);
/** The accounts that the person is a member of, by slug. */
"accounts": ({
"slug": string;
"name": string;
"role": "owner" | "member" | "viewer";
/** A second factor is required there and the person has none: they can only set one up. */
"must_enrol": boolean;
})[];
/** Whether the person has a second factor. */
"second_factor": boolean;
/** The same where `role` is, also for an operator of the service. */
"must_enrol": boolean;
};
"Sessions": {
"sessions": ({
"id": number;
/** What the browser said that it is, when it signed in. */
"browser": string | null;
/** Where it was last seen. */
"address": string | null;
"created_at": string;
/** At most a minute late. */
"last_seen_at": string;
/** The session of this request. */
"is_current": boolean;
})[];
};
"Setting": {
"name": string;
"value": unknown;
"default_value": unknown;
/** The version of this element: send it as If-Match to change just this one. */
"etag": string;
};
"SettingPatchInput": {
/** What the setting of this name takes: see SettingsPatch. */
"value": unknown;
};
"Settings": {
/** Settings by name: those of GET /account/v1/settings. */
"settings": {
[key: string]: unknown;
};
/** The version of this element: send it as If-Match to change just this one. */
"etag": string;
};
"SettingsPatchInput": {
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
"ShadowFigures": {
/** The present shadow settings. Only comparisons under these are counted. */
"settings": {
[key: string]: unknown;
};
/** What both sides count. */
"compared": {
"runs": number;
"orders": number;
};
/** Not compared: stock was synced, released or rerouted before they could be decided a second time. */
"stale": {
"runs": number;
"orders": number;
};
/** Not compared: other work came first. */
"dropped": {
"runs": number;
"orders": number;
};
/** As they were decided. */
"live": components['schemas']["WhatIfSide"];
/** With the shadow settings laid over, on the same stock. */
"shadow": components['schemas']["WhatIfSide"];
};
"ShadowSettings": {
/** null: there are none. */
"shadow": ({
/** Settings by name: those of GET /account/v1/settings. */
"settings": {
[key: string]: unknown;
};
}) | (null);
/** The version of this element: send it as If-Match to change just this one. */
"etag": string;
};
"ShadowSettingsBodyInput": {
/** They replace the settings of the same names. The others are those of the client. */
"settings": {
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
};
};
"ShipDays": {
/** The next ten, the first of which an order of now has. */
"ship_dates": (string)[];
/** Until then the first stays the same; null: there is no ship day. */
"order_by": (string) | (null);
};
"ShipDaysRequestInput": {
"calendar": {
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
};
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
"SignInRequestInput": {
"email": string;
"password": string;
/** Of somebody who has a second factor. */
"code"?: string;
};
"SkuPage": {
"last_sync": (components['schemas']["LastSync"]) | (null);
"skus": (components['schemas']["SkuStock"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
};
"SkuStock": {
"sku": string;
"sku_description": string | null;
"unit_value": number | null;
/** Only where the account has rates. */
"unit_weight"?: number | null;
/** In all warehouses, as last synced. */
"quantity_available": number;
/** Held by active reservations. */
"reserved_quantity": number;
"effective_quantity": number;
"warehouses": ({
"warehouse_id": string;
"warehouse_name": string;
"enabled": boolean;
"quantity_available": number;
"reserved_quantity": number;
"effective_quantity": number;
/** When a sync last told the quantity, changed or not; null: none did. */
"synced_at": (string) | (null);
/** When a sync last changed it; null: none did. */
"changed_at": (string) | (null);
})[];
};
"SkuView": {
"last_sync": (components['schemas']["LastSync"]) | (null);
"sku": string;
"sku_description": string | null;
"unit_value": number | null;
/** Only where the account has rates. */
"unit_weight"?: number | null;
/** In all warehouses, as last synced. */
"quantity_available": number;
/** Held by active reservations. */
"reserved_quantity": number;
"effective_quantity": number;
"warehouses": ({
"warehouse_id": string;
"warehouse_name": string;
"enabled": boolean;
"quantity_available": number;
"reserved_quantity": number;
"effective_quantity": number;
/** When a sync last told the quantity, changed or not; null: none did. */
"synced_at": (string) | (null);
/** When a sync last changed it; null: none did. */
"changed_at": (string) | (null);
})[];
/** Orders that hold units of it, newest first: up to 100. */
"reserved_by": ({
"quantity": number;
"order": components['schemas']["FoundOrder"];
})[];
/** Whether these are all of them. */
"reserved_by_complete": boolean;
};
"StartedSession": {
"user": components['schemas']["SessionUser"];
/** Sent back as X-CSRF-Token with every request that changes something. */
"csrf_token": string;
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
/** Members that the provider and its adapter have. The provider table needs a table of lanes that was uploaded before. A provider http that is new needs its adapter and what that needs. */
"TransitPatchInput": {
/** zone (a new client), table (their own lanes) or http (a carrier); left out: the present one. */
"provider"?: "table" | "zone" | "http";
/** http only. */
"adapter"?: "easypost" | "json";
/** http only: names the environment variable with the secret, as env:TRANSIT_CREDENTIAL_NAME. */
"credential"?: string;
/** easypost only: the carrier as EasyPost names it, for example usps. */
"carrier"?: string;
/** easypost only: the service as EasyPost names it, for example groundadvantage. */
"service"?: string;
/** easypost only. */
"percentile"?: 50 | 75 | 85 | 90 | 95 | 97 | 99;
/** http only: where the carrier is called. It begins with https:// or http:// and has no user, query or fragment. With a credential it begins with https://, unless it is this machine. */
"url"?: string;
/** json only. */
"lanes_per_call"?: number;
/** Only the command line reads files. Upload a table to /transit/lanes. */
"lanes_file"?: string;
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
"UploadedLanes": {
"layout": string;
"warehouses": ({
"warehouse_id": string;
"lanes": number;
})[];
/** Null in a dry run. */
"lane_table_id": (number) | (null);
"provider": "table" | "zone" | "http";
/** false: the client had these lanes, and this provider, already. */
"changed": boolean;
};
"UploadedPrices": {
/** Null in a dry run. */
"rate_table_id": (number) | (null);
"currency": string;
"warehouses": ({
/** * is every warehouse. */
"warehouse_id": string;
"prices": number;
})[];
/** By enabled warehouse, zones that shipments may have, but there is no price for: these shipments have no cost. */
"unpriced": ({
"warehouse_id": string;
"zones": (string)[];
})[];
/** false: the client had these prices already. */
"changed": boolean;
};
"Usage": {
"plan": components['schemas']["PlanUsage"];
/** Days on which orders were routed. */
"days": (components['schemas']["UsageReportRow"])[];
};
"UsageReportRow": {
/** In UTC. */
"day": string;
"routed_orders": number;
};
"User": {
"email": string;
"role": "owner" | "member" | "viewer";
/** Whether they have one. */
"second_factor": boolean;
"created_at": string;
};
"UserPatchInput": {
/** owner can change the account, member cannot; viewer changes nothing at all. */
"role"?: "owner" | "member" | "viewer";
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
"Warehouse": {
"warehouse_id": string;
"warehouse_code": string;
"warehouse_name": string;
"zip": string;
"enabled": boolean;
"priority": (number) | (null);
/** Left out: it has none. So is its capacity. */
"calendar"?: {
[key: string]: unknown;
};
"capacity"?: {
[key: string]: unknown;
};
/** Left out: 0. */
"safety_stock"?: number;
/** Left out: it costs nothing. */
"handling"?: {
[key: string]: unknown;
};
/** The version of this element: send it as If-Match to change just this one. */
"etag": string;
};
"WarehousePatchInput": {
/** Warehouse code in Variant B. Default: the warehouse_id. */
"warehouse_code"?: string;
/** Name shown in responses. Default: the warehouse_id. */
"warehouse_name"?: string;
/** ZIP code the warehouse ships from: five digits, in quotes. */
"zip"?: string;
/** false: the warehouse stays in the account but ships nothing. */
"enabled"?: boolean;
/** true: if this enables a disabled warehouse, its stock counts as 0 until its next sync, in both environments. An instruction: it is not stored, and without effect on any other warehouse. */
"clear_stock"?: boolean;
/** Lower numbers rank first: as a tie-breaker, or first of all with ranking: priority. null ranks last. */
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
};
"WarehousePlaceInput": ({
/** The ID of the warehouse that it goes right before. */
"before"?: string;
/** The ID of the warehouse that it goes right after. */
"after"?: string;
}) & (({
"before": unknown;
}) | ({
"after": unknown;
}));
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
"Webhook": {
"url": string;
"events": ("run.completed" | "run.failed" | "run.cancelled" | "inventory.synced" | "inventory.short" | "what_if.completed" | "order.rerouted" | "order.released" | "order.shipped" | "order.unroutable" | "api_key.expiring" | "audit.recorded")[];
"enabled": boolean;
/** null: it was not called yet. */
"last_answer"?: ({
"at": string;
/** null: there was no answer, but an error. */
"status": (number) | (null);
"error": string | null;
/** Answers in a row that were no success. */
"failures": number;
}) | (null);
/** The version of this element: send it as If-Match to change just this one. */
"etag": string;
};
"WebhookDelivery": {
"delivery_id": number;
/** The header webhook-id, the same in every attempt. */
"webhook_id": string;
"url": string;
"type": string;
"status": "pending" | "delivered" | "failed" | "dropped";
"attempts": number;
"created_at": string;
/** null unless it is pending. */
"next_attempt_at": (string) | (null);
/** When the last attempt ended. */
"answered_at": (string) | (null);
"response_status": (number) | (null);
/** Why there was no answer. */
"error": string | null;
/** As it was sent; null before the first attempt. */
"body": string | null;
/** The first 4,096 bytes. */
"response_body": string | null;
};
"WebhookDeliveryPage": {
/** Newest first. */
"deliveries": (components['schemas']["ListedWebhookDelivery"])[];
/** Send it as cursor for the next page; null on the last page. */
"next_cursor": string | null;
};
"WebhookPatchInput": {
/** Event types to send: docs/guides/webhooks.md. */
"events"?: ("run.completed" | "run.failed" | "run.cancelled" | "inventory.synced" | "inventory.short" | "what_if.completed" | "order.rerouted" | "order.released" | "order.shipped" | "order.unroutable" | "api_key.expiring" | "audit.recorded")[];
/** false: nothing is sent to it. */
"enabled"?: boolean;
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
"WhoAmI": {
/** null for a token. */
"user": (components['schemas']["SessionUser"]) | (null);
/** null for a person. */
"token": ({
"name": string;
"role": "member" | "owner";
/** The account that the caller works on; null for an operator of the service, and where `role` is null. */
"client": ({
"slug": string;
"name": string;
}) | (null);
}) | (null);
/** null for a token, which needs none. */
"csrf_token": (string) | (null);
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
