import fc from 'fast-check';

/** Set by vitest.config.ts. `PROPERTY_SEED=123 npm test` tries other cases, `PROPERTY_SEED= npm test` random ones. */
const seed = process.env.PROPERTY_SEED;
if (seed) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
