import fc from 'fast-check';
import { expect, it } from 'vitest';
import { labelBox, placeLabels } from './map-labels.ts';

const mark = (id: string, x: number, y: number) => ({ id, text: id, x, y });

it('writes to the right of a place, and to its left at the right edge', () => {
  expect(placeLabels([mark('RNO1', 100, 300), mark('EWR1', 950, 250)])).toMatchObject([
    { id: 'RNO1', anchor: 'start' },
    { id: 'EWR1', anchor: 'end' },
  ]);
});

it('leaves the place beside it free', () => {
  const [label] = placeLabels([mark('EWR1', 500, 300), mark('ABE1', 530, 302)]);
  expect(label).toMatchObject({ id: 'EWR1', anchor: 'end' });
});

it('writes below or above a place at the edge if another is beside it', () => {
  const marks = [{ ...mark('EWR1', 900, 250), text: '1 EWR1, 2 days' }, mark('ORD1', 720, 250)];
  expect(placeLabels(marks)[0]).toMatchObject({ id: 'EWR1', anchor: 'end', x: 911 });
});

it('writes no label over another', () => {
  const places = fc.record({
    id: fc.uuid(),
    text: fc.string({ minLength: 1, maxLength: 16 }),
    x: fc.integer({ min: 0, max: 975 }),
    y: fc.integer({ min: 0, max: 610 }),
  });
  fc.assert(
    fc.property(fc.array(places, { maxLength: 12 }), (marks) => {
      const boxes = placeLabels(marks).map(labelBox);
      expect(boxes.length).toBeGreaterThanOrEqual(Math.min(1, marks.length));
      for (const [index, a] of boxes.entries()) {
        for (const b of boxes.slice(index + 1)) {
          const isBeside = a.right <= b.left || b.right <= a.left;
          expect(isBeside || a.bottom <= b.top || b.bottom <= a.top).toBe(true);
        }
      }
    }),
  );
});

it('leaves out the labels that find no room', () => {
  const marks = Array.from({ length: 1200 }, (_, n) => mark(`W${n}`, 500, 300));
  const labels = placeLabels(marks);
  expect(labels.length).toBeLessThan(30);
  expect(labels[0]).toMatchObject({ id: 'W0' });
});
