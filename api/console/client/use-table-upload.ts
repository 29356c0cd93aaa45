import { stringifySearch } from '../view/search-codec.ts';
import { upload } from './upload.ts';
import { useAccountMutation } from './use-account-mutation.ts';

/** Uploads a CSV table of the account, which replaces what each warehouse in it has. */
export function useTableUpload<A>(path: string) {
  return useAccountMutation(
    (file: File, query) =>
      upload<A>({
        path: `${path}${stringifySearch(query)}`,
        type: 'text/csv',
        body: file,
        onProgress: () => {},
        signal: new AbortController().signal,
      }),
    ['configuration'],
  );
}
