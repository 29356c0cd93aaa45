import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const outDir = fileURLToPath(new URL('../../dist/console', import.meta.url));
const service = process.env.CONSOLE_SERVICE ?? 'http://127.0.0.1:3000';

/** The service puts a new nonce here for each answer (api/plugins/console.ts). */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** Paths that the service answers during development. */
const OF_THE_SERVICE = [
  '/api',
  '/account',
  '/ops',
  '/docs',
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
];

export default defineConfig({
  root: here,
  html: { cspNonce: NONCE_PLACEHOLDER },
  plugins: [react()],
  build: {
    // Browsers that support light-dark(). Its replacement for older ones would not follow the chosen theme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // One style sheet: the router reloads the page only for a script that is gone after a rebuild.
    cssCodeSplit: false,
    // The rules of all public holidays are the largest part, and loaded on request.
    chunkSizeWarningLimit: 1500,
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(OF_THE_SERVICE.map((path) => [`^${path}(/|$|\\?)`, { target: service }])),
  },
});
