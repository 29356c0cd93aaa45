import { MAP_SIZE, type MapPoint } from './us-map.ts';

/** A place on the map with its label's text. */
export interface MapMark extends MapPoint {
  readonly id: string;
  readonly text: string;
}

/** The position of a label: the point of its line that `anchor` names. */
export interface MapLabel extends MapMark {
  readonly anchor: 'start' | 'middle' | 'end';
}

/** The font size in units of the map, which is drawn at a third of its size beside a table and on a phone. */
export const FONT_SIZE = 29;

/** IDs have many capitals, which are wide. */
const LETTER_WIDTH = 0.76 * FONT_SIZE;
const ASCENT = 0.8 * FONT_SIZE;
const DESCENT = 0.25 * FONT_SIZE;
/** Between a place and its label. */
const GAP = 16;
/** A place is drawn no larger. */
const RADIUS = 11;

/**
 * Places each label beside its mark, so that it covers no other label and, if that is possible, no mark: to the right, to
 * the left, below or above. The first marks choose first. A label that finds no room beside its mark is left out:
 * farther away, a reader could not tell which mark it belongs to.
 */
export function placeLabels(marks: readonly MapMark[]): MapLabel[] {
  const places = marks.map(({ x, y }) => square(x, y));
  const placed: MapLabel[] = [];
  for (const [index, mark] of marks.entries()) {
    const others = places.filter((_, other) => other !== index);
    const covers = (label: MapLabel, taken: readonly Box[]) =>
      taken.some((box) => overlap(labelBox(label), box));
    const written = placed.map(labelBox);
    const choices = aroundPlace(mark).filter((label) => isInside(labelBox(label)) && !covers(label, written));
    const label = choices.find((choice) => !covers(choice, others)) ?? choices[0];
    if (label !== undefined) placed.push(label);
  }
  return placed;
}

/** The possible positions of a label beside its mark, the best first. */
function aroundPlace({ id, text, x, y }: MapMark): MapLabel[] {
  const middle = y + (ASCENT - DESCENT) / 2;
  const below = y + GAP + ASCENT;
  const above = y - GAP - DESCENT;
  return [
    { id, text, x: x + GAP, y: middle, anchor: 'start' },
    { id, text, x: x - GAP, y: middle, anchor: 'end' },
    ...[below, above].flatMap((line): MapLabel[] => [
      { id, text, x, y: line, anchor: 'middle' },
      { id, text, x: x + RADIUS, y: line, anchor: 'end' },
      { id, text, x: x - RADIUS, y: line, anchor: 'start' },
    ]),
  ];
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The box that a label covers. */
export function labelBox({ text, x, y, anchor }: MapLabel): Box {
  const width = text.length * LETTER_WIDTH;
  const left = { start: x, middle: x - width / 2, end: x - width }[anchor];
  return { left, right: left + width, top: y - ASCENT, bottom: y + DESCENT };
}

const square = (x: number, y: number): Box => ({
  left: x - RADIUS,
  right: x + RADIUS,
  top: y - RADIUS,
  bottom: y + RADIUS,
});

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const isInside = ({ left, right, top, bottom }: Box) =>
  left >= 0 && top >= 0 && right <= MAP_SIZE.width && bottom <= MAP_SIZE.height;
