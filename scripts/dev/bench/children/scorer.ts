import { parentPort } from 'node:worker_threads';
import { compileConfiguration } from '../../../../shared/engine/compile.ts';
import { batchDataset } from '../dataset.ts';
import { batchInput, route } from '../suites/engine.ts';

/** Scores the batch from memory, as often as a message says. */
const input = batchInput(batchDataset());
const compiled = compileConfiguration(input.configuration);

parentPort!.on('message', (passes: number) => {
  for (let pass = 0; pass < passes; pass++) route(input, compiled);
  parentPort!.postMessage('done');
});
parentPort!.postMessage('ready');
