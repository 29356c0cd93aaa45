import { Option } from 'commander';
import type { Schemas } from '../../shared/client/client.ts';
import { LOST_ZERO } from '../../shared/contracts/intake/zip-cell.ts';
import type { IntakeWarning } from '../../shared/contracts/intake-warning.ts';
import { counted, whole } from '../terminal/numbers.ts';

/** How ZIPs of CSV are read. */
export interface ZipOptions {
  readonly restoreZipZeros?: true;
}

export const zipOption = () =>
  new Option(
    '--restore-zip-zeros',
    'CSV: read ZIPs of three or four digits with the zeros that a spreadsheet dropped',
  );

/** The query parameters of an upload of CSV. */
export const zipQuery = ({ restoreZipZeros }: ZipOptions) =>
  restoreZipZeros ? { zip_leading_zeros: 'restore' as const } : {};

/** What was taken of a file but may be a mistake, a line each. */
export function warningLines(warnings: readonly IntakeWarning[] = []): string[] {
  return warnings.map(({ line, message, count = 1 }) => {
    const place = count === 1 ? `line ${whole(line)}` : `line ${whole(line)} and ${whole(count - 1)} more`;
    const hint = message.startsWith(LOST_ZERO)
      ? ` ${counted(count, 'ZIP')} may have lost a zero; --restore-zip-zeros puts it back.`
      : '';
    return `Warning: ${place}: ${message}${hint}`;
  });
}

/** The rows of a snapshot that were left out, a line each. */
export function skippedLines({
  fault_count = 0,
  faults = [],
}: Pick<Schemas['InventorySyncResult'], 'fault_count' | 'faults'>): string[] {
  if (fault_count === 0) return [];
  return [
    `${counted(fault_count, 'faulty row was', 'faulty rows were')} left out:`,
    ...faults.map(({ path, message }) => `  ${path}: ${message}`),
  ];
}
