#!/usr/bin/env node
// The short name of `wrs admin`.
process.argv.splice(2, 0, 'admin');
await import('./wrs.ts');
