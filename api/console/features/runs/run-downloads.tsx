import { Menu } from '@mantine/core';
import { useState } from 'react';
import { download } from '../../client/download.ts';
import { useScope } from '../../client/scope.ts';
import { ButtonMenu } from '../../components/button-menu.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { stringifySearch } from '../../view/search-codec.ts';

/** Reports of a run. Their addresses answer CSV, so a plain link saves a file of any size to the disk. */
const REPORTS = [
  ['decisions', 'All decisions'],
  ['shipments', 'All shipments'],
  ['unfulfilled', 'Unfulfilled items'],
] as const;

/** Results for programs, one order a line. The media type needs a header, so the file is in memory before it is saved. */
const NDJSON = [
  ['results', 'API results'],
  ['why', 'Explanations'],
] as const;

/** A run's results as files. */
export function RunDownloads({ runId }: { runId: number }) {
  const scope = useScope();
  const [isReading, setReading] = useState(false);
  const save = async (name: string) => {
    setReading(true);
    const path = `/account/v1/runs/${runId}/${name}${stringifySearch({ ...scope })}`;
    await download(path, 'application/x-ndjson', `run-${runId}-${name}.ndjson`).catch(notifyFailed);
    setReading(false);
  };
  return (
    <ButtonMenu label="Download" loading={isReading} position="bottom-end">
      {REPORTS.map(([name, label]) => (
        <Menu.Item
          key={name}
          component="a"
          href={`/account/v1/reports/${name}.csv${stringifySearch({ ...scope, routing_run_id: runId, for: 'spreadsheet' })}`}
          download={`run-${runId}-${name}.csv`}
        >
          {label} (CSV)
        </Menu.Item>
      ))}
      {NDJSON.map(([name, label]) => (
        <Menu.Item key={name} onClick={() => void save(name)}>
          {label} (NDJSON)
        </Menu.Item>
      ))}
    </ButtonMenu>
  );
}
