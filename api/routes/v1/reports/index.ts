import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { loadConfiguration } from '../../../../shared/account/configurations.ts';
import { shownUnder } from '../../../../shared/contracts/order-fields.ts';
import { DATED_COLUMNS, PRICED_COLUMNS } from '../../../../shared/contracts/reports.ts';
import {
  REPORT_TYPES,
  type ReportType,
  reportFrame,
} from '../../../../shared/operations/reports/report-text.ts';
import { completeSince, REPORTS, type ReportFilter } from '../../../../shared/operations/reports/reports.ts';
import { preferredType } from '../../../accept.ts';
import { sendLong } from '../../../send-long.ts';
import { addOperation } from '../responses.ts';

const EXTENSIONS: Readonly<Record<ReportType, string>> = {
  'text/csv': 'csv',
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
};

const COMPLETE_SINCE =
  ' Where old runs were removed, the header Complete-Since says from when on the report has all runs.';

/** GET /api/v1/reports/{name}.csv: whole reports as streams. */
export default async function reports(app: FastifyInstance): Promise<void> {
  for (const { name, summary, description, row, query, ofRuns, parts } of REPORTS) {
    const columns = Object.keys(row.shape);
    addOperation(app, 'Reports', `GET /reports/${name}.csv`, {
      operationId: `report${name[0]!.toUpperCase()}${name.slice(1)}`,
      summary,
      description:
        `${description} CSV as of RFC 4180; the same rows as JSON with Accept application/json (an array) or ` +
        'application/x-ndjson (a row a line). The whole report comes as one stream. ' +
        `The columns are ${columns.join(', ')}.` +
        (ofRuns ? COMPLETE_SINCE : ''),
      query,
      answer: {
        description: 'The report.',
        content: {
          'text/csv': { schema: z.string() },
          'application/json': { schema: z.array(row) },
          'application/x-ndjson': { schema: row },
        },
      },
      handle: async (request, reply) => {
        const { headers, principal } = request;
        const { for: reader, ...filter } = request.query as ReportFilter & { readonly for?: 'spreadsheet' };
        const { db } = app.services;
        const type = preferredType(headers.accept, REPORT_TYPES);
        reply.header('vary', 'accept');
        const since = ofRuns ? await completeSince(db.pool, principal.ledger_id) : null;
        if (since !== null) reply.header('complete-since', since.toISOString());
        const form = type === 'text/csv' && reader === 'spreadsheet' ? 'text/csv for a spreadsheet' : type;
        const { configuration } = await loadConfiguration(db, principal.configuration_id);
        const { isDated, isPriced } = shownUnder(configuration);
        const isShown = (column: string) =>
          (isDated || !DATED_COLUMNS.has(column)) && (isPriced || !PRICED_COLUMNS.has(column));
        const shown = columns.filter(isShown);
        async function* asks() {
          for await (const part of parts(db, principal, filter)) {
            yield { name, principal, filter, form, columns: shown, part } as const;
          }
        }
        return sendLong(request, reply, principal.client_id, 'writeReport', asks(), {
          type,
          file: `${name}.${EXTENSIONS[type]}`,
          ...reportFrame(form, shown),
        });
      },
    });
  }
}
