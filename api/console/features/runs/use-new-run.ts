import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useOpenPage } from '../../client/address.ts';
import { write } from '../../client/calls.ts';
import { useScope } from '../../client/scope.ts';
import { ServiceError } from '../../client/service-error.ts';
import { upload } from '../../client/upload.ts';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { stringifySearch } from '../../view/search-codec.ts';
import type { CheckedFile, FileFormat } from './check-file.ts';

/** The steps of starting a run. */
type Step =
  | { readonly name: 'empty' | 'reading' }
  | {
      readonly name: 'checked';
      readonly file: File;
      readonly format: FileFormat;
      readonly checked: CheckedFile;
      /** How many of `orderIds` were decided before; null: it could not be read. */
      readonly known: number | null;
    }
  | { readonly name: 'sending'; readonly file: File; readonly sent: number }
  | { readonly name: 'refused'; readonly error: unknown };

type Checked = Extract<Step, { name: 'checked' }>;

const TYPES: Readonly<Record<FileFormat, string>> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** From a dropped file to the page of its run. */
export function useNewRun() {
  const [step, setStep] = useState<Step>({ name: 'empty' });
  const sending = useRef<AbortController>(null);
  useUnsaved(() => sending.current !== null, 'upload');
  useEffect(() => () => sending.current?.abort(), []);
  const scope = useScope();
  const openPage = useOpenPage();
  const queries = useQueryClient();
  const refuse = (error: unknown) => setStep({ name: 'refused', error });

  const countKnown = async (orderIds: readonly string[]): Promise<number> => {
    if (orderIds.length === 0) return 0;
    return (await write('post', '/account/v1/known-orders', scope, { order_ids: [...orderIds] })).known;
  };

  const choose = async (file: File) => {
    setStep({ name: 'reading' });
    // The rules of intake are loaded only when a file is checked.
    const { checkFile, formatByName, textOf } = await import('./check-file.ts');
    const format = formatByName(file.name);
    if (format === null) {
      const detail = `${file.name} is not supported. Choose a .csv, .ndjson or .jsonl file.`;
      return refuse(new ServiceError(415, { detail, code: 'unsupported_media_type' }));
    }
    const checked = await checkFile(textOf(file), format);
    const { orderIds } = checked;
    const known = await countKnown(orderIds).catch(() => null);
    setStep({ name: 'checked', file, format, checked, known });
  };

  const send = async ({ file, format, checked }: Checked) => {
    sending.current = new AbortController();
    setStep({ name: 'sending', file, sent: 0 });
    const search = stringifySearch({ ...scope, on_invalid: checked.faulty > 0 ? 'skip' : undefined });
    const run = await upload<{ routing_run_id: number }>({
      path: `/account/v1/runs${search}`,
      type: TYPES[format],
      body: file,
      onProgress: (sent) => setStep({ name: 'sending', file, sent }),
      signal: sending.current.signal,
    }).finally(() => {
      sending.current = null;
    });
    await queries.invalidateQueries({ queryKey: ['runs'] });
    await openPage(`/runs/${run.routing_run_id}`);
  };

  return {
    step,
    choose: (file: File) => void choose(file).catch(refuse),
    send: (checked: Checked) => void send(checked).catch(refuse),
    abort: () => sending.current?.abort(),
    reset: () => setStep({ name: 'empty' }),
  };
}
