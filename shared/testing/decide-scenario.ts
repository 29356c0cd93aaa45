import type { PresentedOrder } from '../contracts/routed-run.ts';
import { compileConfiguration } from '../engine/compile.ts';
import { decide } from '../engine/decide.ts';
import type { Decision } from '../engine/types.ts';
import type { Scenario } from './scenario.ts';

/** Decides a case as the service would. */
export function decideScenario(scenario: Scenario): Decision {
  return decide(compileConfiguration(scenario.configuration), scenario).decision;
}

/** A decided case as the presenters take it. */
export function presented(scenario: Scenario, id = 1001): PresentedOrder {
  return { id, order: scenario.order, decision: decideScenario(scenario) };
}
