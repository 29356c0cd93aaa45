#!/usr/bin/env node
// `npx wrs …` in a clone. Bootstraps and runs the command, like `npm run wrs -- …`.
process.argv.splice(2, 0, 'scripts/wrs');
await import('./run.mjs');
