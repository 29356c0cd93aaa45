import { afterAll, expect, it } from 'vitest';
import { casesOf } from '../../../shared/testing/long.ts';
import { playHistories } from './play-histories.ts';
import { openTwoProcesses } from './two-processes.ts';

const processes = await openTwoProcesses();
afterAll(() => processes.close());

const HISTORIES = casesOf(2_000, 60);

it(
  `stock is what counts, changes, shipments and orders say, in ${HISTORIES} histories on two processes`,
  async () => {
    await expect(playHistories(processes, HISTORIES)).resolves.toBeUndefined();
  },
  HISTORIES * 5_000,
);
