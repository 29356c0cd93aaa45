import { type CountFact, type Fact, type PairReading, readingOf, type StockCounts } from './facts.ts';

interface AppliedCount {
  readonly quantity: number;
  readonly at: number;
  readonly under: StockCounts;
}

/** Reads a pair from all facts, sentence by sentence, and remembers nothing: slow and plain. */
export function naiveReading(facts: readonly Fact[], pair: string): PairReading {
  const count = appliedCounts(facts, pair).at(-1) ?? NEVER_COUNTED;
  return readingOf(count.quantity + unitsLaterThan(facts, pair, count), reservedUnits(facts, pair));
}

/** A pair that was never synced begins at 0. */
const NEVER_COUNTED: AppliedCount = { quantity: 0, at: Number.NEGATIVE_INFINITY, under: 'available' };

const settingAt = (facts: readonly Fact[], index: number): StockCounts =>
  facts
    .slice(0, index)
    .filter((fact) => fact.kind === 'setting')
    .at(-1)?.counts ?? 'available';

/** Whether a fact is the first of those that make a ledger keep what it needs between syncs. */
const flags = (fact: Fact): boolean =>
  fact.kind === 'change' ||
  fact.kind === 'shipped' ||
  (fact.kind === 'count' && !fact.isPlain) ||
  (fact.kind === 'decision' && fact.isHeld) ||
  (fact.kind === 'setting' && fact.counts === 'on_hand');

const isFlaggedAt = (facts: readonly Fact[], index: number) => facts.slice(0, index).some(flags);

/** The counts of a pair that took effect. One that is older than a count that came before it is left out. */
function appliedCounts(facts: readonly Fact[], pair: string): AppliedCount[] {
  const applied: AppliedCount[] = [];
  for (const [index, fact] of facts.entries()) {
    if (fact.kind !== 'count' || !fact.rows.has(pair)) continue;
    const last = applied.at(-1);
    if (last !== undefined && fact.at < last.at) continue;
    const quantity = fact.rows.get(pair)!;
    // Before the flag, a sync that changes nothing of a row leaves the time of its count.
    const isUnchanged = last?.quantity === quantity && !isFlaggedAt(facts, index) && !flags(fact);
    applied.push({ quantity, at: isUnchanged ? last.at : fact.at, under: settingAt(facts, index) });
  }
  return applied;
}

/** Units of changes and shipments that are later than a count. */
function unitsLaterThan(facts: readonly Fact[], pair: string, count: AppliedCount): number {
  let sum = 0;
  for (const [index, fact] of facts.entries()) {
    if (fact.kind === 'change' && fact.pair === pair && fact.at > count.at) sum += fact.units;
    if (fact.kind !== 'shipped' || !fact.units.has(pair)) continue;
    const isAsShipped = fact.isLate || count.under === 'on_hand';
    const at = isAsShipped ? fact.at : latestDecision(facts.slice(0, index), fact.order)!.decision.moment;
    if (at >= count.at) sum -= fact.units.get(pair)!;
  }
  return sum;
}

function latestDecision(facts: readonly Fact[], order: string) {
  for (let index = facts.length - 1; index >= 0; index--) {
    const decision = facts[index]!;
    if (decision.kind === 'decision' && decision.order === order) return { decision, index };
  }
  return null;
}

/** Units of active reservations. */
function reservedUnits(facts: readonly Fact[], pair: string): number {
  const orders = new Set(facts.flatMap((fact) => (fact.kind === 'decision' ? [fact.order] : [])));
  const known = appliedCounts(facts, pair).filter(({ under }) => under === 'available');
  let sum = 0;
  for (const order of orders) {
    const { decision, index } = latestDecision(facts, order)!;
    const later = facts.slice(index + 1);
    const hasEnded = later.some((fact) => fact.kind === 'ended' && fact.order === order);
    const isSynced = later.some(
      (fact, nth) => isPlainCount(fact) && settingAt(facts, index + 1 + nth) === 'available',
    );
    const isCounted = known.some(({ at }) => decision.moment < at);
    if (hasEnded || isSynced || isCounted) continue;
    const shipped = later.map((fact) =>
      fact.kind === 'shipped' && fact.order === order ? (fact.units.get(pair) ?? 0) : 0,
    );
    sum += (decision.units.get(pair) ?? 0) - shipped.reduce((all, each) => all + each, 0);
  }
  return sum;
}

const isPlainCount = (fact: Fact): fact is CountFact => fact.kind === 'count' && fact.isPlain;
