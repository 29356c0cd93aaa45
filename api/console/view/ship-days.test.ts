import { expect, it } from 'vitest';
import { dayWords, withDayWords } from './ship-days.ts';

it('writes the dates of a sentence as people do, and leaves IDs alone', () => {
  expect(withDayWords('LAMP-2020-11-30 of BM26 leaves on 2020-11-30 and arrives on 2020-12-01.')).toBe(
    'LAMP-2020-11-30 of BM26 leaves on Mon,\u00a030\u00a0Nov\u00a02020 and arrives on Tue,\u00a01\u00a0Dec\u00a02020.',
  );
});

it('names the year only if it is another one', () => {
  const year = new Date().getUTCFullYear();
  expect(dayWords(`${year}-01-05`)).not.toContain(String(year));
  expect(dayWords(`${year + 1}-01-05`)).toContain(String(year + 1));
});
