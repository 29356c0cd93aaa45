export const FORMATS = ['ndjson', 'csv', 'json'] as const;
export type Format = (typeof FORMATS)[number];

/** What a file's name says of its content. */
export interface FileKind {
  readonly format: Format | undefined;
  readonly gzipped: boolean;
}

/** Reads a file's name: `orders.ndjson`, `orders.jsonl.gz`, `orders.csv`. */
export function formatOf(path: string): FileKind {
  const name = path.toLowerCase();
  const gzipped = name.endsWith('.gz');
  const extension = /\.(\w+)$/.exec(gzipped ? name.slice(0, -'.gz'.length) : name)?.[1];
  const format = extension === 'jsonl' ? 'ndjson' : FORMATS.find((each) => each === extension);
  return { format, gzipped };
}
