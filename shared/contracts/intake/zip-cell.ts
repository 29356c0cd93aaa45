/** A whole number as a spreadsheet writes it: 7030, 7030.0. */
const WHOLE = /^(\d+)(?:\.0+)?$/;

/** A number in the scientific notation of a spreadsheet: 6.0614E+04. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?E\+?0?\d$/i;

/** A ZIP has five digits. In the north-east the first is 0. The smallest is 00501. */
const ZIP_DIGITS = 5;
const MIN_DIGITS = 3;

/** How the warning of a ZIP begins that may be restored. */
export const LOST_ZERO = 'a leading zero may be missing';

/** What a spreadsheet may have made of the ZIP in a cell. */
interface ZipSuspicion {
  readonly kind: string;
  readonly message: string;
  /** The ZIP with its leading zeros; null: the cell may have lost other digits. */
  readonly restored: string | null;
}

/** Whether a spreadsheet may have changed a cell of a ZIP column; null: it has not. */
export function suspectZip(cell: string): ZipSuspicion | null {
  const text = cell.trim();
  const digits = WHOLE.exec(text)?.[1];
  if (digits !== undefined && digits.length >= MIN_DIGITS && digits.length < ZIP_DIGITS) {
    const restored = digits.padStart(ZIP_DIGITS, '0');
    return { kind: LOST_ZERO, message: `${LOST_ZERO}: ${restored}?`, restored };
  }
  const isNumber = digits?.length === ZIP_DIGITS ? digits !== text : SCIENTIFIC.test(text);
  if (!isNumber) return null;
  const likely = String(Math.round(Number(text.replace(',', '.')))).padStart(ZIP_DIGITS, '0');
  const kind = 'looks like a number of a spreadsheet';
  return { kind, message: `the ZIP ${text} ${kind}: ${likely}?`, restored: null };
}
