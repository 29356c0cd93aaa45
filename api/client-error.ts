import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../shared/foundation/errors/app-error.ts';
import { ERRORS, type ErrorCode } from '../shared/foundation/errors/catalogue.ts';
import { errorBodyOf } from './http-errors.ts';
import { REQUEST_ID_HEADER } from './plugins/request-id.ts';

const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/** Answers bytes that are no HTTP request. The application does not see them. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const code = CODES[error.code ?? ''] ?? 'bad_request';
  const { status } = ERRORS[code];
  const body = JSON.stringify(errorBodyOf(new AppError(code, `${STATUS_CODES[status]}.`)));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n` +
      `Content-Length: ${body.length}\r\n` +
      `${REQUEST_ID_HEADER}: ${randomUUID()}\r\nConnection: close\r\n\r\n${body}`,
  );
}
