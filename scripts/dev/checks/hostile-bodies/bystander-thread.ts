import { parentPort, workerData } from 'node:worker_threads';
import { sendMeanwhile } from './bystander.ts';

const stop = new AbortController();
parentPort!.once('message', () => stop.abort());
parentPort!.postMessage(await sendMeanwhile(workerData, stop.signal));
