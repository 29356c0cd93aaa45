// Read by the `prisma` command line, and by the test of the schema; the service itself connects through its driver adapter.
import { defineConfig } from 'prisma/config';

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
  experimental: { externalTables: true },
  // Only SQL reads and writes these: they are in the migrations, and not in the schema.
  tables: {
    external: [
      'allocation_batches',
      'audit_heads',
      'configuration_parts',
      'counted_stock',
      'daily_tasks',
      'database_origin',
      'decision_hours',
      'decisions',
      'held_places',
      'idempotency_keys',
      'ingest_runs',
      'order_expiries',
      'orders',
      'places_taken',
      'price_lists',
      'reserved_units',
      'run_chunks',
      'run_faults',
      'run_stock',
      'run_windows',
      'runs',
      'secrets_canary',
      'service_minutes',
      'sign_in_attempts',
      'skus',
      'stock',
      'stock_entries',
      'superseded_orders',
      'usage',
      'warehouses',
      'what_if_batches',
      'what_if_orders',
      'what_if_stock',
      'what_ifs',
      'workers',
    ].map((table) => `public.${table}`),
  },
  enums: {
    external: ['order_state', 'order_status', 'run_kind', 'run_phase', 'run_status', 'stock_entry_kind'].map(
      (name) => `public.${name}`,
    ),
  },
});
