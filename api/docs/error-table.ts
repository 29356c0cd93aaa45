import { ERRORS, type ErrorCode } from '../../shared/foundation/errors/catalogue.ts';

/** A guide's table of errors, as Markdown. */
export function errorTable(codes: readonly ErrorCode[]): string {
  const rows = codes.map((code) => `| \`${code}\` | ${ERRORS[code].status} | ${ERRORS[code].detail} |`);
  return ['| code | status | sentence |', '|---|---|---|', ...rows].join('\n');
}
