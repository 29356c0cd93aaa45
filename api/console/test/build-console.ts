import { compile } from '../../../shared/testing/compile.ts';

/** Builds the console for the tests, if its sources changed. */
export default function setup(): void {
  compile({ pages: true });
}
