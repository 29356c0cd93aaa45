import fc from 'fast-check';

/** What properties are tried with: the same cases in each run. `npm test -- --long` sets a new seed each time. */
const FIXED_SEED = 20_261_124;

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env.PROPERTY_SEED || FIXED_SEED),
});
