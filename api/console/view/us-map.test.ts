import { describe, expect, it } from 'vitest';
import { arcBetween, MAP_SIZE, placeOnMap } from './us-map.ts';

describe('placeOnMap', () => {
  it('puts Chicago north of Atlanta and east of Reno, all on the map', () => {
    const [chicago, atlanta, reno] = [
      { latitude: 41.9, longitude: -87.6 },
      { latitude: 33.7, longitude: -84.4 },
      { latitude: 39.5, longitude: -119.8 },
    ].map((place) => placeOnMap(place)!);
    expect(chicago!.y).toBeLessThan(atlanta!.y);
    expect(chicago!.x).toBeGreaterThan(reno!.x);
    for (const { x, y } of [chicago!, atlanta!, reno!]) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(MAP_SIZE.width);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(MAP_SIZE.height);
    }
  });

  it('shows Alaska and Hawaii, and nothing outside of the states', () => {
    expect(placeOnMap({ latitude: 61.2, longitude: -149.9 })).not.toBeNull();
    expect(placeOnMap({ latitude: 21.3, longitude: -157.8 })).not.toBeNull();
    expect(placeOnMap({ latitude: 13.4, longitude: 144.7 })).toBeNull();
  });
});

describe('arcBetween', () => {
  it('begins and ends at the two places', () => {
    expect(arcBetween({ x: 0, y: 0 }, { x: 100, y: 0 })).toBe('M0,0Q50,-12 100,0');
  });
});
