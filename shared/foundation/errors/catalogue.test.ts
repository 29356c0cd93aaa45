import { describe, expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { ERRORS, type ErrorCode } from './catalogue.ts';

describe('ERRORS', () => {
  it.each(Object.entries(ERRORS))(
    'has a failing status and a sentence for %s',
    (code, { status, detail }) => {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(detail).toMatch(/^[A-Z].*\.$/);
      expect(new AppError(code as ErrorCode)).toMatchObject({ code, status, message: detail });
    },
  );

  it('keeps the text that the contract gives for an invalid key', () => {
    expect(ERRORS.invalid_api_key).toEqual({ status: 401, detail: 'Invalid or revoked API key.' });
  });
});
