import { describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { passwordFault } from './password-fault.ts';

describe('passwordFault', () => {
  it.each([
    ['password', 'must not be one of the most common passwords'],
    [' PassW0rd ', 'must not be one of the most common passwords'],
    ['１２３４５６７８', 'must not be one of the most common passwords'], // wide digits
    [' \t\u00a0\u3000    ', 'must not consist of spaces only'],
    ['Warehouse.Lead@Acme.example', "must not be the person's own e-mail address"],
    ['warehouse.lead', "must not be the person's own e-mail address"],
    ['warehouse.lead of acme', null],
    [' correct horse ', null],
  ])('says of %j: %s', (password, fault) => {
    expect(passwordFault('warehouse.lead@acme.example', password)).toBe(fault);
  });

  it('has a list of a thousand in the form that passwords are compared in', () => {
    expect(COMMON_PASSWORDS.size).toBe(1000);
    for (const each of COMMON_PASSWORDS) {
      expect(each).toBe(each.normalize('NFKC').toLowerCase());
      expect([...each].length).toBeGreaterThanOrEqual(8);
    }
  });
});
