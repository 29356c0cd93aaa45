import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { loadConfiguration } from '../../../shared/account/configurations.ts';
import { dryRun } from '../../../shared/contracts/account/account.ts';
import { transitBody, transitView, uploadedLanes } from '../../../shared/contracts/account/configuration.ts';
import { flagQuery, named, soughtIdentifier } from '../../../shared/contracts/common.ts';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import { validationFailed } from '../../../shared/foundation/errors/faults.ts';
import { LAYOUT_NAMES } from '../../../shared/transit/import/read-lane-table.ts';
import { takeFormats, unsupportedType } from '../../bodies/formats.ts';
import { addPart } from './part-routes.ts';
import { addOperation } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

const TAG = 'Configuration';

/** Some 200,000 lanes. */
const TABLE_LIMIT_BYTES = 4 * 1024 * 1024;

const lanesQuery = dryRun.extend({
  layout: z
    .enum(LAYOUT_NAMES)
    .default('auto')
    .describe('How the table is laid out: docs/reference/lanes.md.'),
  warehouse_id: soughtIdentifier.optional().describe('For a table of one origin: whose lanes it has.'),
  service: z.string().max(100).optional().describe('The column of a carrier’s chart; left out: ground.'),
  use: flagQuery('true').describe('Whether the provider is `table` from now on.'),
});

const laneQuery = z.object({
  warehouse_id: soughtIdentifier,
  destination_zip: z.string().max(20).describe('As an order may have it.'),
});

const laneAnswer = named('Lane', {
  warehouse_id: z.string(),
  destination_zip: z.string().describe('Five digits.'),
  lane: z
    .strictObject({
      transit_days: z.int(),
      distance_miles: z.number().nullable(),
      source: z.string(),
    })
    .nullable()
    .describe('null: there is no lane, or the warehouse is disabled.'),
});

/** The source of transit days, and the client's own lanes. */
export default async function transit(app: FastifyInstance): Promise<void> {
  const { db, lanes } = app.services;
  takeFormats(app, 'csv');

  addPart(app, {
    part: 'transit',
    path: '/transit',
    view: transitView,
    show: { operationId: 'getTransit', summary: 'Show the transit provider' },
    change: {
      method: 'PATCH',
      operationId: 'changeTransit',
      summary: 'Change the transit provider',
      description:
        'Of a provider that stays, what is left out stays too. Only operators set url and credential of the ' +
        'provider http. Lane tables are uploaded to /transit/lanes.',
      body: transitBody,
      check: z.looseObject({}),
    },
    remove: {
      operationId: 'resetTransit',
      summary: 'Reset the transit provider',
      description: 'To zone, as a new client has it. The lane table stays, unused.',
      sent: () => ({ provider: 'zone' }),
    },
  });

  addOperation(app, TAG, 'POST /transit/lanes', {
    operationId: 'uploadLanes',
    summary: 'Upload a lane table',
    description:
      'CSV in a layout of docs/reference/lanes.md. The lanes of each warehouse in it are replaced, those of others ' +
      'stay. ' +
      'A table with faults changes nothing; each fault names its line.',
    config: { role: 'owner' },
    query: lanesQuery,
    bodyLimit: TABLE_LIMIT_BYTES,
    bodies: { 'text/csv': z.string() },
    answer: uploadedLanes,
    handle: async (request) => {
      const { account, query, wholeBody } = request;
      if (wholeBody?.format !== 'csv') throw unsupportedType(request);
      const { warehouse_id = null, service = null, layout, use, dry_run } = query;
      const table = { text: wholeBody.bytes, layout, warehouse_id, service, use };
      const act = { who: account.who, dry_run };
      const imported = await workOnAccount(request, 'importLanes', [account.slug, table, act]);
      const { client_id: _, ...answer } = imported;
      return { ...answer, lane_table_id: dry_run ? null : answer.lane_table_id };
    },
  });

  addOperation(app, TAG, 'GET /transit/lanes', {
    operationId: 'findLane',
    summary: 'Look up one lane',
    description: 'The lane that an order to this ZIP would be routed by now.',
    config: { role: 'member' },
    query: laneQuery,
    answer: laneAnswer,
    handle: async ({ account, query }) => {
      const { warehouse_id, destination_zip } = query;
      const { configuration_id } = await db.prisma.client.findUniqueOrThrow({
        where: { id: account.client_id },
      });
      const configuration = await loadConfiguration(db, configuration_id!);
      const { warehouses } = configuration.configuration;
      const index = warehouses.findIndex((warehouse) => warehouse.warehouse_id === warehouse_id);
      if (index === -1) throw new AppError('not_found', `There is no warehouse ${warehouse_id}.`);
      const destination = (await lanes.resolve(configuration, [destination_zip])).get(destination_zip);
      if (destination == null) {
        const message = 'is not a known ZIP code';
        throw validationFailed([{ path: 'destination_zip', message }], 'query');
      }
      return { warehouse_id, destination_zip: destination.zip, lane: destination.lanes.at(index) ?? null };
    },
  });
}
