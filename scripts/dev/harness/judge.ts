let missed = 0;

/** Prints whether a limit is kept. */
export function judge(what: string, holds: boolean): void {
  console.log(`  ${holds ? 'yes  ' : 'FAULT'} ${what}`);
  if (!holds) missed += 1;
}

/** Prints how many limits were missed, and makes it the exit code. */
export function endChecks(): void {
  console.log(missed === 0 ? 'Everything holds.' : `${missed} limits missed.`);
  process.exitCode = missed === 0 ? 0 : 1;
}
