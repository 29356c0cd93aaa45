import fc from 'fast-check';

/** Chunks as a stream gives them. */
export async function* chunksOf(chunks: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks;
}

/** Ways of cutting a text's bytes into chunks, also in the middle of a character. */
export const cutAnywhere: fc.Arbitrary<(text: string) => Buffer[]> = fc
  .infiniteStream(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 200 })))
  .map((sizes) => (text) => {
    const bytes = Buffer.from(text);
    const chunks: Buffer[] = [];
    for (let from = 0; from < bytes.length; ) {
      const size = sizes.next().value!;
      chunks.push(bytes.subarray(from, from + size));
      from += size;
    }
    return chunks;
  });
