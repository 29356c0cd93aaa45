import { stringifySearch } from '../view/search-codec.ts';
import { upload } from './upload.ts';
import { useAccountMutation } from './use-account-mutation.ts';

/** Uploads a CSV table of the account, which replaces what each warehouse in it has. A trial only says what it changes. */
export function useTableUpload<A>(
  path: string,
  { isTrial, search }: { isTrial: boolean; search?: Readonly<Record<string, string>> | undefined },
) {
  return useAccountMutation(
    (file: File, query) =>
      upload<A>({
        path: `${path}${stringifySearch({ ...query, ...search, ...(isTrial && { dry_run: 'true' }) })}`,
        type: 'text/csv',
        body: file,
        onProgress: () => {},
        signal: new AbortController().signal,
      }),
    isTrial ? [] : ['configuration'],
  );
}
