/** The environment has faults. The message has a line for each fault, which begins with the variable's name. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(`The configuration has ${faults.length === 1 ? 'a fault' : 'faults'}:\n  ${faults.join('\n  ')}`);
    this.name = 'ConfigError';
  }
}
