import type { CsvList } from '../../../../shared/contracts/intake/csv-account-lists.ts';
import { api } from '../../client/api.ts';
import { write } from '../../client/calls.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { useChange } from '../../components/use-change.ts';

/** Reads a list of the account file whole, and the version of the account that it is from. */
export function useReadList(list: CsvList) {
  const query = clientQuery(useScope());
  return async () => {
    const { data, response } = await api.GET('/account/v1/account', { params: { query } });
    const { client, [list]: elements } = data!;
    return { slug: client.slug, etag: response.headers.get('etag'), elements: elements as readonly object[] };
  };
}

type ReadList = Awaited<ReturnType<ReturnType<typeof useReadList>>>;

/** Replaces a list of the account, unless the account was changed since it was read. */
export const useReplaceList = (list: CsvList) =>
  useChange(({ slug, etag, elements }: ReadList, query) =>
    // The service checks what the elements have.
    write('put', '/account/v1/account', query, { client: { slug }, [list]: elements as never, etag }),
  );
