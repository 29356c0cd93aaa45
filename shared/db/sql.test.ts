import sql, { raw } from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { oneOf, prepared } from './sql.ts';

describe('prepared', () => {
  it('gives one text one name, and another text another', () => {
    const first = prepared(sql`SELECT ${1}`);
    expect([first.text, first.values]).toEqual(['SELECT $1', [1]]);
    expect(prepared(sql`SELECT ${2}`).name).toBe(first.name);
    expect(prepared(sql`SELECT ${1}, ${2}`).name).not.toBe(first.name);
    expect(prepared(sql`SELECT ${raw('1')}`).name).not.toBe(first.name);
  });
});

describe('oneOf', () => {
  it('gives few values places of their own, and many one', () => {
    const written = (values: readonly number[]) => {
      const statement = sql`id ${oneOf(values)}`;
      return [statement.text, statement.values];
    };
    expect(written([7])).toEqual(['id = $1', [7]]);
    expect(written([7, 8])).toEqual(['id IN ($1, $2)', [7, 8]]);
    expect(written([7, 8, 9])).toEqual(['id IN ($1, $2, $3, $4)', [7, 8, 9, 9]]);
    const many = Array.from({ length: 9 }, (_, index) => index);
    expect(written(many)).toEqual(['id = ANY($1)', [many]]);
  });
});
