import { describe, expect, it } from 'vitest';
import { list, oneOf, prepared, raw, sql } from './sql.ts';

const written = (statement: ReturnType<typeof sql>) => {
  const { text, values } = prepared(statement);
  return [text, values];
};

describe('sql', () => {
  it('numbers values through, also those of SQL within SQL', () => {
    const inner = sql`SELECT id FROM b WHERE x = ${1} AND y = ${'two'}`;
    expect(written(sql`UPDATE a SET z = ${0} WHERE id IN (${inner}) AND w = ${3}`)).toEqual([
      'UPDATE a SET z = $1 WHERE id IN (SELECT id FROM b WHERE x = $2 AND y = $3) AND w = $4',
      [0, 1, 'two', 3],
    ]);
  });

  it('takes texts, nulls and arrays as values, never as SQL', () => {
    expect(written(sql`SELECT ${"'; DROP TABLE a"}, ${null}, ${['x']}`)).toEqual([
      'SELECT $1, $2, $3',
      ["'; DROP TABLE a", null, ['x']],
    ]);
  });

  it('gives one text one name, and another text another', () => {
    const first = prepared(sql`SELECT ${1}`);
    expect(prepared(sql`SELECT ${2}`).name).toBe(first.name);
    expect(prepared(sql`SELECT ${1}, ${2}`).name).not.toBe(first.name);
    expect(prepared(sql`SELECT ${raw('1')}`).name).not.toBe(first.name);
  });
});

describe('list and oneOf', () => {
  it('put commas between values and SQL', () => {
    expect(written(sql`VALUES (${list([1, sql`now()`, 'x'])})`)).toEqual([
      'VALUES ($1, now(), $2)',
      [1, 'x'],
    ]);
    expect(written(sql`VALUES (${list([1])})`)).toEqual(['VALUES ($1)', [1]]);
  });

  it('give a few values places of their own, and many one', () => {
    expect(written(sql`id ${oneOf([7])}`)).toEqual(['id = $1', [7]]);
    expect(written(sql`id ${oneOf([7, 8])}`)).toEqual(['id IN ($1, $2)', [7, 8]]);
    expect(written(sql`id ${oneOf([7, 8, 9])}`)).toEqual(['id IN ($1, $2, $3, $4)', [7, 8, 9, 9]]);
    const many = Array.from({ length: 9 }, (_, index) => index);
    expect(written(sql`id ${oneOf(many)}`)).toEqual(['id = ANY($1)', [many]]);
  });
});
