import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppError } from '../../shared/foundation/errors/app-error.ts';
import { BodyPace } from './body-pace.ts';

/** A request as far as its pace goes: what its socket has brought, and what of that nobody has read yet. */
const aRequest = () => ({ complete: false, destroyed: false, readableLength: 0, socket: { bytesRead: 0 } });

describe('BodyPace', () => {
  let pace: BodyPace;
  let late: AppError[];
  beforeEach(() => {
    pace = new BodyPace(100);
    late = [];
  });
  afterEach(() => pace.close());

  /** Lets seconds pass, in each of which `bytes` come. */
  const pass = (seconds: number, request: ReturnType<typeof aRequest>, bytes: number) => {
    for (let n = 0; n < seconds; n++) {
      request.socket.bytesRead += bytes;
      pace.tick();
    }
  };
  const onLate = (error: AppError) => late.push(error);

  it('reports a body that brings too little for half a minute, once', () => {
    const request = aRequest();
    pace.watch(request, null, onLate);
    pass(29, request, 99);
    expect(late).toEqual([]);
    pass(90, request, 99);
    expect(late).toEqual([expect.objectContaining({ code: 'body_timeout', status: 408 })]);
    expect(late[0]!.message).toContain('100 bytes a second');
  });

  it('does not watch a body that is complete already', () => {
    pace.watch({ ...aRequest(), complete: true }, 1, onLate);
    expect(pace.size).toBe(0);
  });

  it('lets a body that keeps the rate take any time, also one that comes in bursts', () => {
    const request = aRequest();
    pace.watch(request, null, onLate);
    pass(500, request, 100);
    for (let burst = 0; burst < 50; burst++) {
      pass(1, request, 3000);
      pass(29, request, 0);
    }
    expect(late).toEqual([]);
  });

  it('does not count the time in which the service leaves bytes unread', () => {
    const request = { ...aRequest(), readableLength: 65_536 };
    pace.watch(request, null, onLate);
    pass(500, request, 0);
    expect(late).toEqual([]);
    request.readableLength = 0;
    pass(30, request, 0);
    expect(late).toHaveLength(1);
  });

  it('reports a body after its deadline, however fast it comes', () => {
    const request = aRequest();
    pace.watch(request, 60, onLate);
    pass(60, request, 1_000_000);
    expect(late).toEqual([]);
    pass(2, request, 1_000_000);
    expect(late).toEqual([
      expect.objectContaining({ message: 'The request body did not arrive within 60 seconds.' }),
    ]);
  });

  it('forgets a body that is complete or broken off, or whose watch is stopped', () => {
    const [complete, brokenOff, stopped] = [aRequest(), aRequest(), aRequest()];
    pace.watch(brokenOff, null, onLate);
    brokenOff.destroyed = true;
    pace.watch(complete, 5, onLate);
    pace.watch(stopped, 5, onLate).stop();
    complete.complete = true;
    pass(20, complete, 0);
    expect([late, pace.size]).toEqual([[], 0]);
  });

  it('lets a later watch of a request take the place of the earlier one, which then stops nothing', () => {
    const request = aRequest();
    const earlier = pace.watch(request, 5, () => expect.unreachable());
    pace.watch(request, 8, onLate);
    earlier.stop();
    pass(20, request, 1000);
    expect(late).toHaveLength(1);
  });

  it('judges no rate where there is none', () => {
    pace.close();
    pace = new BodyPace(0);
    const request = aRequest();
    pace.watch(request, null, onLate);
    pass(100, request, 0);
    expect(late).toEqual([]);
  });
});
