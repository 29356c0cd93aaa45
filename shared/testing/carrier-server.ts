import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { zoneLane } from '../transit/zone.ts';
import { listenHere } from './local-server.ts';

/** A call as the carrier got it. */
export interface ReceivedCall {
  /** When, by the clock of the test. */
  readonly at: number;
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: each test knows its shape
  readonly body: any;
}

/** What the carrier does with a call. */
export type Behaviour = (response: ServerResponse, call: ReceivedCall) => void;

/** A carrier on this machine that behaves as a test says. */
export interface CarrierServer {
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
  /** The most calls that were under way at a time. */
  readonly mostAtOnce: number;
  /** Sets what it does from now on: each behaviour for one call, and the last one for all further calls. */
  behave(...behaviours: [Behaviour, ...Behaviour[]]): void;
  /** Waits until `count` calls have come since the start. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startCarrierServer(): Promise<CarrierServer> {
  const calls: ReceivedCall[] = [];
  const arrivals = new EventEmitter().setMaxListeners(0);
  let behaviours: readonly Behaviour[] = [answerZones];
  let atOnce = 0;
  let mostAtOnce = 0;
  const server = createServer(async (request, response) => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    response.once('close', () => {
      atOnce -= 1;
    });
    const { method, url: path, headers } = request;
    const call: ReceivedCall = { at: Date.now(), method, path, headers, body: await json(request) };
    const [behaviour, ...later] = behaviours;
    if (later.length > 0) behaviours = later;
    calls.push(call);
    arrivals.emit('call');
    behaviour!(response, call);
  });
  const { url, close } = await listenHere(server);
  return {
    url: `${url}/lanes`,
    calls,
    get mostAtOnce() {
      return mostAtOnce;
    },
    behave(...next) {
      behaviours = next;
    },
    async received(count) {
      while (calls.length < count) await once(arrivals, 'call');
    },
    close,
  };
}

/** Answers with a status, and with text or JSON. */
export function answer(status: number, body: unknown = '', headers: Record<string, string> = {}): Behaviour {
  return (response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** Never answers. */
export const hang: Behaviour = () => {};

/** Breaks the connection without an answer. */
export const reset: Behaviour = (response) => {
  response.socket?.resetAndDestroy();
};

/** Breaks the connection in the middle of an answer. */
export const cutOff: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"lanes":[', () => response.destroy());
};

/** Answers with the zone provider's lanes, in the protocol of the call. */
export const answerZones: Behaviour = (response, call) => {
  answer(200, 'from_zip' in call.body ? smartRateAnswer(call.body) : laneListAnswer(call.body))(
    response,
    call,
  );
};

function laneListAnswer({ lanes }: { lanes: { origin_zip: string; destination_zip: string }[] }): object {
  return {
    lanes: lanes.map(({ origin_zip, destination_zip }) => {
      const lane = zoneLane(origin_zip, destination_zip);
      return {
        origin_zip,
        destination_zip,
        transit_days: lane?.transit_days ?? null,
        distance_miles: lane?.distance_miles ?? null,
      };
    }),
  };
}

/** In the shape of the examples of EasyPost's own documentation. */
function smartRateAnswer({ from_zip, to_zip, planned_ship_date }: Record<string, string>): object {
  const days = zoneLane(from_zip!, to_zip!)?.transit_days;
  const result = (carrier: string, service: string, fewest: number) => ({
    carrier,
    easypost_time_in_transit_data: {
      days_in_transit: {
        percentile_50: Math.max(1, fewest - 1),
        percentile_75: fewest,
        percentile_85: fewest,
        percentile_90: fewest + 1,
        percentile_95: fewest + 1,
        percentile_97: fewest + 2,
        percentile_99: fewest + 4,
      },
      easypost_estimated_delivery_date: planned_ship_date,
    },
    service,
  });
  return {
    carriers_without_tint_estimates: days === undefined ? ['usps'] : null,
    from_zip,
    planned_ship_date,
    results:
      days === undefined ? [] : [result('USPS', 'express', 1), result('USPS', 'groundadvantage', days)],
    saturday_delivery: false,
    to_zip,
  };
}
