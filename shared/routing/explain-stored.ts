import type { StoredConfiguration } from '../accounts/configurations.ts';
import { presentWhy, type Why } from '../contracts/why.ts';
import { explain } from '../engine/explain.ts';
import type { Decision, Destination, OrderLine } from '../engine/types.ts';
import type { LaneResolver } from '../transit/lane-resolver.ts';
import { decodeEvidence, needsStock, type StoredEvidence } from './decisions/evidence.ts';

/** A stored decision with its order, as it is explained. */
export interface ExplainableDecision {
  readonly id: number;
  readonly order: {
    readonly order_id: string;
    readonly destination_zip: string;
    readonly lines: readonly OrderLine[];
  };
  readonly decision: Decision;
  readonly evidence: StoredEvidence;
  /** Null in rows that are older than the column. */
  readonly decided_at: Date | null;
}

/**
 * Explains decisions of one configuration by what was saved with each. `run_began_at` is the time of old decisions, which
 * were saved without a time. Two kinds of lanes are looked up, because they never change: those of a version of the
 * client's lane table, and those of the zone provider for old decisions.
 */
export async function explainStored(
  lanes: Pick<LaneResolver, 'resolve'>,
  configuration: StoredConfiguration,
  run_began_at: Date,
  decisions: readonly ExplainableDecision[],
): Promise<Why[]> {
  const evidence = decisions.map((each) => decodeEvidence(each.evidence, each.decision, each.order));
  const lookedUp = await lanesOf(
    lanes,
    configuration,
    decisions.filter(({ decision }, i) => evidence[i]!.destination === null && decision.ranked.length > 0),
  );
  return decisions.map((each, i) => {
    const { id, order, decision } = each;
    const { destination, stock, unit_values } = evidence[i]!;
    const { profiles, settings } = configuration.configuration;
    const explanation = explain(configuration.compiled, decision, {
      order: {
        lines: order.lines,
        partner_id: decision.profile === null ? null : profiles[decision.profile]!.partner_id,
        ...(decision.reroute && { reroute: decision.reroute }),
      },
      destination:
        decision.ranked.length === 0 ? null : (destination ?? lookedUp.get(order.destination_zip) ?? null),
      stock,
      unit_values,
      stock_as_seen:
        each.decided_at !== null &&
        (stock !== null || !settings.use_inventory_availability || !needsStock(decision)),
    });
    const ids = { id, order_id: order.order_id, decided_at: each.decided_at ?? run_began_at };
    return presentWhy(ids, explanation);
  });
}

/** Looks up lanes that were not saved. Those of an http provider stay unknown: it may answer others today. */
async function lanesOf(
  lanes: Pick<LaneResolver, 'resolve'>,
  configuration: StoredConfiguration,
  decisions: readonly ExplainableDecision[],
): Promise<ReadonlyMap<string, Destination | null>> {
  if (decisions.length === 0 || configuration.transit.provider === 'http') return new Map();
  return lanes.resolve(
    configuration,
    decisions.map(({ order }) => order.destination_zip),
  );
}
