import { setMaxListeners } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort } from '../../../../shared/foundation/free-port.ts';
import { quantile } from '../../bench/measure.ts';
import { type Caller, type CallKind, PASSWORD, startCallers, type Waits } from '../../harness/callers.ts';
import { HttpCaller } from '../../harness/http.ts';
import { demoStock, OrderSource } from '../../harness/orders.ts';
import { watchMemory } from '../../harness/process-figures.ts';
import { routeRun } from '../../harness/route-run.ts';
import type { ServiceUnderTest } from '../../harness/service.ts';
import { type Attack, Attacker } from './attacker.ts';
import type { Stage } from './stages.ts';

/** An attack, and who must not notice it. */
export interface Scenario {
  readonly about: string;
  readonly stage: Stage;
  readonly attack: Attack;
  /** Each is a client of its own. */
  readonly victims: readonly CallKind[];
  /** Calls with the attacker's own live key. */
  readonly own?: readonly CallKind[];
  /** As many callers of GET /me are the control. Left out: 40. */
  readonly callers?: number;
  /**
   * The attack is to be refused, and lasts until all of it is answered. Then the victims' longest call has a limit, and so has
   * the memory by which the API grows.
   */
  readonly isHostile?: { readonly slowestMs: number };
}

/** How long the parts of a scenario last. */
export const TIMES = { warmUp: 2000, idle: 3000, control: 3000, during: 7000 };

/** To see that all scenarios can be played; the figures say nothing. */
export const SHORT_TIMES: typeof TIMES = { warmUp: 200, idle: 500, control: 500, during: 1000 };

/** Between the begin of an attack and that of the victims. */
const RAMP_MS = 500;
/** After this time an attack ends even if a victim still waits. */
const GRACE_MS = 15_000;

const LIMITS = { p99Times: 3, p99Ms: 45, controlTimes: 1.5, grownMiB: 1500 };
/** Callers of GET /me in the control of a scenario that does not say how many. */
const CALLERS = 40;

/** Of a victim's calls. */
interface Figures {
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly slowest_ms: number;
  readonly calls: number;
  readonly refused: number;
}

/** What a victim noticed of an attack. */
export interface Row {
  readonly scenario: string;
  readonly about: string;
  /** The folder of the version. */
  readonly root: string;
  readonly victim: string;
  readonly idle: Figures;
  readonly during: Figures;
  /** While as many callers send GET /me. */
  readonly control: Figures;
  /** The most that the 99th percentile may be. */
  readonly limit_ms: number;
  /** The longest time without a break for which the API's main thread was held during the attack. */
  readonly held_ms: number;
  /** MiB by which the API grew. */
  readonly grown_mib: number;
  /** Which limits were missed. */
  readonly missed: readonly string[];
  /** What was answered to the attacker. */
  readonly attack: string;
}

/** Starts the service of a compiled clone with its own code, and plays scenarios on it. */
export async function playStage(
  root: string,
  stage: Stage,
  scenarios: readonly (readonly [name: string, scenario: Scenario])[],
  { times, progress }: { readonly times: typeof TIMES; readonly progress: (line: string) => void },
): Promise<Row[]> {
  const load = (module: string) =>
    import(pathToFileURL(join(root, 'dist', 'scripts', 'dev', 'harness', `${module}.js`)).href);
  const { withService } = (await load('service')) as typeof import('../../harness/service.ts');
  const { addClient } = (await load('clients')) as typeof import('../../harness/clients.ts');
  const folder = await mkdtemp(join(tmpdir(), 'neighbours-'));
  const heldFile = join(folder, 'held');
  await writeFile(heldFile, '');
  const env = { WEBHOOK_ALLOW_PRIVATE: 'true', SHUTDOWN_SECONDS: '60', ...stage.env };
  const rows: Row[] = [];
  await withService({ apis: 0, workers: 1, env }, async (service) => {
    const sampler = fileURLToPath(new URL('held-loop.js', import.meta.url));
    const options = `--max-old-space-size=1024 --import ${sampler}`;
    const { url } = await service.startApi({ env: { NODE_OPTIONS: options, HELD_LOOP_FILE: heldFile } });
    const add = (slug: string) => addClient(service.db, slug, stage.account);
    const attacker = new Attacker(url, service.db, await add('attacker'), add);
    await stage.prepare?.(attacker);
    for (const [nth, [name, scenario]] of scenarios.entries()) {
      progress(`${name}: ${scenario.about} …`);
      const victims: Caller[] = [];
      for (const sends of scenario.victims)
        victims.push(await addVictim(service, addClient, `victim-${nth}-${victims.length}`, sends));
      for (const sends of scenario.own ?? []) victims.push({ sends, key: attacker.client.keys.live });
      const { idle, control, during, from, grown_mib } = await play(
        service,
        attacker,
        scenario,
        victims,
        times,
      );
      const held_ms = await longestSince(heldFile, from);
      const attack = [...attacker.answers].map(([status, times]) => `${times} x ${status}`).join(', ');
      for (const [at, { sends }] of victims.entries()) {
        const [before, beside, busy] = [idle, control, during].map((waits) => figuresOf(waits[at]!));
        const limit_ms = scenario.isHostile?.slowestMs ?? limitOf(before!, beside!);
        const missed = missedOf(scenario, limit_ms, busy!, attacker.answers, grown_mib);
        rows.push({
          ...{ scenario: name, about: scenario.about, root, victim: sends },
          ...{ idle: before!, control: beside!, during: busy!, limit_ms, held_ms, grown_mib, attack, missed },
        });
      }
    }
    await Promise.all(attacker.ends.map((end) => end()));
  });
  await rm(folder, { recursive: true });
  return rows;
}

/** The victims' calls before the attack and during it, and when the attack began. */
async function play(
  { apis }: ServiceUnderTest,
  attacker: Attacker,
  { attack, callers = CALLERS, isHostile }: Scenario,
  victims: readonly Caller[],
  times: typeof TIMES,
) {
  const callWhile = async (goesOn: Promise<unknown>) => {
    const end = await startCallers(attacker.url, victims, 1);
    await goesOn;
    return end();
  };
  const callFor = (ms: number) => callWhile(pause(ms));
  await callFor(times.warmUp);
  const idle = await callFor(times.idle);
  // In a thread of their own, so that they do not delay those who measure.
  const me: Caller = { sends: 'GET /me', key: attacker.client.keys.live };
  const calm = await startCallers(attacker.url, Array<Caller>(callers).fill(me), 1);
  const control = await callFor(times.control);
  await calm();
  attacker.answers.clear();
  const from = Date.now();
  const over = new AbortController();
  const late = isHostile ? [] : [AbortSignal.timeout(RAMP_MS + times.during + GRACE_MS)];
  const end = AbortSignal.any([over.signal, ...late]);
  setMaxListeners(0, end);
  const grownBy = await watchMemory(apis[0]!.pid);
  const attacking = attack(attacker, end);
  await Promise.race([pause(isHostile ? 0 : RAMP_MS), attacking]);
  const during = await callWhile(isHostile ? attacking : pause(times.during));
  over.abort();
  await attacking;
  return { idle, control, during, from, grown_mib: grownBy() };
}

/** Adds a client with stock, some orders, and what it needs for its calls. */
async function addVictim(
  { db, url }: ServiceUnderTest,
  addClient: typeof import('../../harness/clients.ts').addClient,
  slug: string,
  sends: Caller['sends'],
): Promise<Caller> {
  const [email, port] = [`owner@${slug}.example`, await freePort()];
  const { keys, token } = await addClient(db, slug, {
    ...(sends === 'sign-ins' && { users: [{ email, role: 'owner', password: PASSWORD }] }),
    ...(sends === 'webhooks' && {
      webhooks: [{ url: `http://127.0.0.1:${port}/`, events: ['inventory.synced'] }],
    }),
  });
  const caller = new HttpCaller(url, { key: keys.live });
  await caller.post('/api/v1/inventory', demoStock(20_000));
  await routeRun(caller, new OrderSource(slug).run(500));
  const key = sends === 'sign-ins' ? email : sends === 'changes of settings' ? token : keys.live;
  return { sends, key, port };
}

function figuresOf({ taken, refused }: Waits): Figures {
  const [p50_ms, p99_ms, slowest_ms] = [0.5, 0.99, 1].map((share) => quantile(taken, share));
  return { p50_ms: p50_ms!, p99_ms: p99_ms!, slowest_ms: slowest_ms!, calls: taken.length, refused };
}

function limitOf(idle: Figures, control: Figures): number {
  return Math.max(LIMITS.p99Times * idle.p99_ms, LIMITS.controlTimes * control.p99_ms, LIMITS.p99Ms);
}

/** Statuses of requests that are wrong: such an attack takes nothing. */
const WRONG = [400, 404, 405, 415];

function missedOf(
  { isHostile }: Scenario,
  limitMs: number,
  during: Figures,
  answers: ReadonlyMap<number, number>,
  grown_mib: number,
): string[] {
  const isWrong = isHostile ? answers.has(0) : WRONG.some((status) => answers.has(status));
  return [
    ...((isHostile ? during.slowest_ms : during.p99_ms) > limitMs ? [isHostile ? 'slowest' : 'p99'] : []),
    ...(isWrong ? [isHostile ? 'not answered' : 'the attack is wrong'] : []),
    ...(isHostile && grown_mib > LIMITS.grownMiB ? ['memory'] : []),
    ...(during.calls === 0 ? ['no call ended'] : []),
    ...(during.refused > 0 ? ['refused'] : []),
  ];
}

/** The longest time that `held-loop.ts` noted after a moment; 0: none was worth noting. */
async function longestSince(file: string, from: number): Promise<number> {
  const noted = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const held = noted.map((line) => line.split(' ').map(Number)).filter(([at]) => at! >= from);
  return Math.max(0, ...held.map(([, ms]) => ms!));
}
