import { describe, expect, it } from 'vitest';
import { methodsAt, methodsOfFixedPath } from './route-table.ts';

const TABLE = [
  { method: 'POST', url: '/orders/route' },
  { method: 'GET', url: '/orders/:order_id' },
  { method: 'HEAD', url: '/orders/:order_id' },
  { method: 'GET', url: '/docs/*' },
];

describe('methodsAt', () => {
  it.each([
    ['/orders/route', ['GET', 'HEAD', 'POST']],
    ['/orders/SO-1', ['GET', 'HEAD']],
    ['/orders', []],
    ['/orders/SO-1/lines', []],
    ['/docs/static/x.css', ['GET']],
    ['/docs', []],
  ])('gives the methods of %s as %j', (path, methods) => {
    expect(methodsAt(TABLE, path)).toEqual(methods);
  });
});

describe('methodsOfFixedPath', () => {
  it.each([
    ['/orders/route', ['POST']],
    ['/orders/SO-1', []],
    ['/orders/:order_id', []],
  ])('gives the methods of %s itself as %j', (path, methods) => {
    expect(methodsOfFixedPath(TABLE, path)).toEqual(methods);
  });
});
