import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newSecretsKey, SealBroken, type SealedPlace, Sealing } from './sealing.ts';

const [key, other] = [newSecretsKey(), newSecretsKey()];
const sealing = new Sealing([key]);
const place = fc.record<SealedPlace>({
  table: fc.constantFrom('webhook_endpoints', 'users'),
  row: fc.oneof(fc.nat(3), fc.string({ maxLength: 3 })),
  column: fc.constantFrom('secret', 'previous_secret'),
  client_id: fc.option(fc.nat(3)),
});

it('opens a text at its own place, and nowhere else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), place, place, (text, here, there) => {
      const sealed = sealing.seal(text, here);
      expect(sealing.open(sealed, here)).toBe(text);
      if (JSON.stringify(here) !== JSON.stringify(there))
        expect(() => sealing.open(sealed, there)).toThrow(SealBroken);
    }),
  );
});

it('opens nothing that was changed, and nothing of another key', () => {
  const here = { table: 't', row: 1, column: 'c', client_id: 1 };
  fc.assert(
    fc.property(fc.string(), fc.nat(), (text, at) => {
      const sealed = sealing.seal(text, here);
      const bytes = Buffer.from(sealed.slice(sealing.prefix.length), 'base64url');
      bytes[at % bytes.length]! ^= 1;
      expect(() => sealing.open(sealing.prefix + bytes.toString('base64url'), here)).toThrow(SealBroken);
      expect(() => new Sealing([other]).open(sealed, here)).toThrow(SealBroken);
      expect(new Sealing([other, key]).open(sealed, here)).toBe(text);
    }),
  );
});

it('without a key seals nothing', () => {
  expect(() => new Sealing([]).seal('x', { table: 't', row: 1, column: 'c', client_id: 1 })).toThrow(
    SealBroken,
  );
});
