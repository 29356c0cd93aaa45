import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { isUnavailable } from './is-unavailable.ts';

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });

describe('isUnavailable', () => {
  it.each([
    ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', '57P01', '57P03', '08006', '53300', 'P1001'],
    // Time-outs, and what the server lacks.
    ...['57014', '55P03', '25006', '25P03', '40001', '40P01', '53100'],
  ])('knows %s', (code) => {
    expect(isUnavailable(coded(code))).toBe(true);
  });

  it.each([
    'Connection is closed.',
    "Stream isn't writeable and enableOfflineQueue options is false",
    'Reached the max retries per request limit (which is 1). Refer to "maxRetriesPerRequest" option for details.',
    'Too many Cluster redirections. Last error: Error: Connection is closed.',
    'Failed to refresh slots cache.',
    "Cluster isn't ready and enableOfflineQueue options is false",
    "OOM command not allowed when used memory > 'maxmemory'.",
    'LOADING Redis is loading the dataset in memory',
    'timeout exceeded when trying to connect',
    'Query read timeout',
  ])('knows "%s"', (message) => {
    expect(isUnavailable(new Error(message))).toBe(true);
  });

  it('looks at causes and at each of several errors', () => {
    expect(isUnavailable(new Error('outer', { cause: coded('ECONNREFUSED') }))).toBe(true);
    expect(isUnavailable(new AggregateError([coded('x'), coded('ECONNREFUSED')]))).toBe(true);
  });

  it('knows a server that is not there by what pg says', async () => {
    const client = new pg.Client({ host: '127.0.0.1', port: 1 });
    const error = await client.connect().catch((caught: unknown) => caught);
    expect(isUnavailable(error)).toBe(true);
  });

  it.each([
    new Error('x'),
    coded('23505'),
    coded('ENOENT'),
    coded('ENODE'),
    coded('25P02'),
    'ECONNREFUSED',
    null,
  ])('does not take %s for one', (e) => {
    expect(isUnavailable(e)).toBe(false);
  });

  it('ends where a cause is its own cause', () => {
    const error = new Error('x');
    error.cause = error;
    expect(isUnavailable(error)).toBe(false);
  });
});
