import type { Command } from 'commander';
import type { WrsContext } from '../context.ts';
import { addCapacityCommand } from './capacity.ts';
import { addClientCommands } from './clients.ts';
import { addDatabaseCommands } from './database.ts';
import { addFileCommands } from './files.ts';
import { addKeyCommands } from './keys.ts';
import { addLanesCommands } from './lanes.ts';
import { addPlanCommands } from './plans.ts';
import { addPruneCommand } from './prune.ts';
import { addRatesCommands } from './rates.ts';
import { addReconcileCommand } from './reconcile.ts';
import { addSecretsCommands } from './secrets.ts';
import { addSsoCommands } from './sso.ts';
import { addUserCommands } from './users.ts';
import { addWebhookCommands } from './webhooks.ts';

/** `wrs admin …`: what works on the service's database directly, and needs no API key. */
export function define(admin: Command, context: WrsContext): void {
  addFileCommands(admin, context);
  addKeyCommands(admin, context);
  addUserCommands(admin, context);
  addSsoCommands(admin, context);
  addClientCommands(admin, context);
  addWebhookCommands(admin, context);
  addPlanCommands(admin, context);
  addLanesCommands(admin, context);
  addRatesCommands(admin, context);
  addReconcileCommand(admin, context);
  addCapacityCommand(admin, context);
  addPruneCommand(admin, context);
  addSecretsCommands(admin, context);
  addDatabaseCommands(admin, context);
}
