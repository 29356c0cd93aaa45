import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../shared/foundation/project-root.ts';

/** A figure as `--json` prints it; docs/measurements.json also says when and with which Node it was measured. */
export interface Figure {
  readonly suite: string;
  readonly case: string;
  readonly unit: string;
  readonly ours: number;
  readonly floor: number | null;
  readonly ratio: number;
  readonly goal: number | null;
  readonly better: 'lower' | 'higher';
}
export type SavedFigure = Figure & { readonly measured: string; readonly node: string };

const FILE = join(projectRoot, 'docs', 'measurements.json');

/** The figures that docs/performance.md shows. */
export function savedFigures(): SavedFigure[] {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** Replaces the saved figures of the cases that were measured. */
export function saveFigures(figures: readonly Figure[]): void {
  const measured = new Date().toISOString().slice(0, 10);
  const cases = new Set(figures.map((figure) => figure.case));
  const kept = savedFigures().filter((figure) => !cases.has(figure.case));
  const added = figures.map((figure) => ({ ...figure, measured, node: process.versions.node }));
  const lines = [...kept, ...added].map((figure) => `  ${JSON.stringify(figure)}`);
  writeFileSync(FILE, `[\n${lines.join(',\n')}\n]\n`);
}
