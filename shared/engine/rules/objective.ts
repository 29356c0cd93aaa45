import type { SettingFacts } from '../setting-facts.ts';
import type { Settings } from '../types.ts';

// What makes a route the best one.

export const PREFER_FULL_SHIPMENT = {
  kind: 'switch',
  group: 'route',
  initial: true,
  isOptional: false,
  label: 'Prefer full shipments',
  help: 'On: ship the most units, by the objective below. Off: use the best-ranked warehouses first, even if that takes more shipments.',
  about:
    'true: ship as many units as possible from as few warehouses as possible. false: take from the best-ranked warehouses first.',
} satisfies SettingFacts<'prefer_full_shipment'>;

/** By what routes compare that ship the most units. */
export const OBJECTIVE = {
  kind: 'choice',
  choices: ['fewest_shipments', 'lowest_cost'],
  suggested: 'lowest_cost',
  group: 'route',
  initial: 'fewest_shipments',
  isOptional: true,
  label: 'Objective',
  help: 'Of the routes that ship the most units, take the one with the fewest shipments, or the cheapest. Lowest cost needs the prices of the Rates page.',
  about:
    'Which route is best of those that ship the most units. lowest_cost needs rates and prefer_full_shipment.',
} satisfies SettingFacts<'objective'>;

/** Whether routes compare by cost. */
export function isByCost(settings: Settings, hasRates: boolean): boolean {
  return (
    hasRates && settings.prefer_full_shipment && (settings.objective ?? OBJECTIVE.initial) === 'lowest_cost'
  );
}
