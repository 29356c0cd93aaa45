import type { Fault } from '../client/service-error.ts';

const MAX_LISTED = 20;

/** The faults to list below a refusal's sentence. A single fault that the sentence names is not repeated. */
export function faultsBeside(sentence: string, faults: readonly Fault[]): readonly Fault[] {
  const isSaid = faults.length === 1 && sentence.includes(faults[0]!.message);
  return isSaid ? [] : faults.slice(0, MAX_LISTED);
}
