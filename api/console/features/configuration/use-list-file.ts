import type { CsvList } from '../../../../shared/contracts/intake/csv-account-lists.ts';
import { api } from '../../client/api.ts';
import { useWrite } from '../../client/operations.ts';
import { clientQuery, useScope } from '../../client/scope.ts';

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

/** Replaces a list of the account, unless the account was changed since it was read. `tryIt` only says what that changes. */
export function useReplaceList(list: CsvList) {
  const trial = useWrite('put', '/account/v1/account', 'configuration', { outdates: [] });
  const { mutateAsync, isPending } = useWrite('put', '/account/v1/account', 'configuration');
  /** The service checks what the elements have. */
  const valuesOf = ({ slug, etag, elements }: ReadList) => ({
    client: { slug },
    [list]: elements as never,
    etag,
  });
  return {
    tryIt: async (sent: ReadList) =>
      (await trial.mutateAsync({ ...valuesOf(sent), query: { dry_run: 'true' } }))!,
    replace: (sent: ReadList) => mutateAsync(valuesOf(sent)),
    isPending,
  };
}
