export const FORMATS = ['ndjson', 'csv', 'json'] as const;
export type Format = (typeof FORMATS)[number];

/** The kind of a file by its name. */
interface FileKind {
  readonly format: Format | undefined;
  readonly gzipped: boolean;
}

/** The kind of a file from its name: `orders.ndjson`, `orders.jsonl.gz`, `orders.csv`. */
export function fileKind(path: string): FileKind {
  const name = path.toLowerCase();
  const gzipped = name.endsWith('.gz');
  const extension = /\.(\w+)$/.exec(gzipped ? name.slice(0, -'.gz'.length) : name)?.[1];
  const format = extension === 'jsonl' ? 'ndjson' : FORMATS.find((each) => each === extension);
  return { format, gzipped };
}
