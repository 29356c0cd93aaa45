import { parentPort } from 'node:worker_threads';
import { compileConfiguration } from '../../../../shared/engine/compile.ts';
import { batchDataset } from '../dataset.ts';
import { batchInput, route } from '../suites/engine.ts';

/** Scores the batch from memory, as often as a message says. It runs as a thread or as a process. */
const input = batchInput(batchDataset());
const compiled = compileConfiguration(input.configuration);
const answer = (message: string) => (parentPort ? parentPort.postMessage(message) : process.send!(message));

(parentPort ?? process).on('message', (passes: number) => {
  for (let pass = 0; pass < passes; pass++) route(input, compiled);
  answer('done');
});
answer('ready');
