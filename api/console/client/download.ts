import { ServiceError } from './service-error.ts';

/** Saves an answer of a media type as a file. The answer must fit into memory. */
export async function download(path: string, type: string, fileName: string): Promise<void> {
  const response = await fetch(path, { headers: { accept: type } }).catch(() => null);
  if (response === null) throw new ServiceError(0, null);
  if (!response.ok) throw new ServiceError(response.status, await response.json().catch(() => null));
  saveAs(await response.blob(), fileName);
}

/** Saves content as a file. */
export function saveAs(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  URL.revokeObjectURL(url);
}
