import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import pressure, { type PressureOptions } from '../../plugins/pressure.ts';
import auth from './auth.ts';
import decisions from './decisions/index.ts';
import inventory from './inventory/index.ts';
import stock from './inventory/list.ts';
import short from './inventory/short.ts';
import uploads from './inventory/uploads.ts';
import me from './me.ts';
import correct from './orders/correct.ts';
import orders from './orders/index.ts';
import shipped from './orders/shipped.ts';
import promise from './promise.ts';
import rateLimit, { limitOfClient, type RequestCounter } from './rate-limit.ts';
import reports from './reports/index.ts';
import routeScopes from './route-scopes.ts';
import controlRuns from './runs/control.ts';
import listRuns from './runs/list.ts';
import readRuns from './runs/read.ts';
import startRuns from './runs/start.ts';
import strictQuery from './strict-query.ts';
import whatIfs from './what-ifs.ts';
import wholeBody from './whole-body.ts';

interface V1Options extends PressureOptions {
  /** Counts requests by API key. */
  readonly ofCallers: RequestCounter;
  /** Counts requests by client, whichever of its keys or people makes them. */
  readonly ofClients: RequestCounter;
  /** Counts promises by API key. */
  readonly ofPromises: RequestCounter;
}

/** The customer API. What is registered here is closed by default. */
const v1: FastifyPluginAsync<V1Options> = async (app, options) => {
  await app.register(auth);
  await app.register(pressure, options);
  await app.register(routeScopes);
  /** `counted` begins the names of what these parts count by themselves. */
  const limited = (counter: RequestCounter, counted: string, parts: readonly FastifyPluginAsync[]) =>
    app.register(async (scope) => {
      const ofKey = {
        who: 'an API key',
        counter,
        keyOf: ({ keyPrincipal }: FastifyRequest) => `${counted}${keyPrincipal.api_key_id}`,
      };
      await scope.register(rateLimit, { limits: [ofKey, limitOfClient(options.ofClients, counted)] });
      for (const part of parts) await scope.register(part);
    });
  await app.register(strictQuery);
  await app.register(wholeBody);
  const ofStock = [inventory, stock, short, uploads];
  const ofOrders = [orders, correct, shipped, decisions];
  const ofRuns = [startRuns, listRuns, readRuns, controlRuns];
  await limited(options.ofCallers, '', [me, ...ofStock, ...ofOrders, ...ofRuns, whatIfs, reports]);
  await limited(options.ofPromises, 'promise-', [promise]);
};

export default v1;
