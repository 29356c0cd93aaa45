import type { FastifyPluginAsync } from 'fastify';
import cancel from './cancel.ts';
import create from './create.ts';
import events from './events.ts';
import list from './list.ts';
import results from './results.ts';
import retry from './retry.ts';
import show from './show.ts';
import runWhys from './why.ts';

/** Runs, managed and synchronous (docs/guides/runs.md). */
const runs: FastifyPluginAsync = async (app) => {
  await app.register(create);
  await app.register(list);
  await app.register(show);
  await app.register(events);
  await app.register(results);
  await app.register(runWhys);
  await app.register(cancel);
  await app.register(retry);
};

export default runs;
