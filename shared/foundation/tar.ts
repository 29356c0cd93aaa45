const BLOCK = 512;

/** The end of a tar file: two empty blocks. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/** A file of a tar (POSIX ustar): its header, its content, and zeros up to a whole block. `name` is ASCII of 100 bytes at most. */
export function tarEntry(name: string, content: Buffer, modified: Date): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(name, 0, 100, 'ascii');
  header.write(octal(0o600, 7), 100); // mode
  header.write(octal(0, 7), 108); // owner
  header.write(octal(0, 7), 116); // group
  header.write(octal(content.length, 11), 124);
  header.write(octal(Math.floor(modified.getTime() / 1000), 11), 136);
  header.write('        0', 148); // the checksum is made with spaces in its place; then the type, a file
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)} `, 148);
  return Buffer.concat([header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}
