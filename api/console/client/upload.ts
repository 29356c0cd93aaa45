import { csrfHeader } from './api.ts';
import { ServiceError } from './service-error.ts';

interface Upload {
  /** Path and query. */
  readonly path: string;
  readonly type: string;
  readonly body: Blob;
  /** Called with the share that was sent, 0 to 1. */
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Posts a file of any size and reports its progress, which `fetch` cannot. Returns the parsed answer. Throws ServiceError
 * like every call, with status 0 if the upload was aborted.
 */
export function upload<T>({ path, type, body, onProgress, signal }: Upload): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('content-type', type);
    for (const [name, value] of Object.entries(csrfHeader())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => {
      const answer = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(answer as T);
      else reject(new ServiceError(request.status, answer));
    };
    request.onerror = () => reject(new ServiceError(0, null));
    request.onabort = () =>
      reject(new ServiceError(0, { detail: 'The upload was interrupted.', code: 'aborted' }));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
