import { useState } from 'react';
import { needsCode } from '../../client/service-error.ts';

/**
 * Whether a sign-in asks for a code, which it does from the first answer that wants one. That answer itself is no error to
 * show. `error` and `sent` are those of the sign-in.
 */
export function useCodeQuestion(error: Error | null, sent: { readonly code?: string } | undefined) {
  const [asksCode, setAsksCode] = useState(false);
  if (needsCode(error) && !asksCode) setAsksCode(true);
  const isFirst = needsCode(error) && sent?.code === undefined;
  return { asksCode, error: isFirst ? null : error };
}
