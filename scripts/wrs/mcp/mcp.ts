import { type Command, Option } from 'commander';
import { keyOf, type WrsContext } from '../context.ts';
import { UsageError } from '../failures.ts';
import type { Credential } from './call-tool.ts';

interface McpOptions {
  readonly allowWrites: boolean;
  readonly token?: string;
  readonly environment: 'test' | 'live';
}

/** `wrs mcp`: serves the account to assistants by the Model Context Protocol, on the standard input and output. */
export function define(command: Command, context: WrsContext): void {
  command
    .option('--allow-writes', 'also offer tools that change something', false)
    .option('--token <token>', 'account token to use instead of an API key, else WRS_ACCOUNT_TOKEN')
    .addOption(
      new Option('--environment <environment>', 'with an account token: what it looks at')
        .choices(['test', 'live'])
        .default('live'),
    )
    .action((options: McpOptions, command: Command) => {
      const credential = credentialOf(options, command, context);
      return context.withService(command, async ({ url }) => {
        // Loading these takes 0.6 s, which help need not wait for.
        const { toolsFor } = await import('./tools.ts');
        const { toolCaller } = await import('./call-tool.ts');
        const { serveTools } = await import('./serve-tools.ts');
        const tools = toolsFor(credential.kind, options.allowWrites);
        await serveTools(tools, toolCaller(url, credential), context);
      });
    });
}

function credentialOf({ token, environment }: McpOptions, command: Command, { env }: WrsContext): Credential {
  const secret = token ?? (env.WRS_ACCOUNT_TOKEN || undefined);
  if (secret !== undefined) return { kind: 'token', secret, environment };
  const key = keyOf(command, env);
  if (key !== undefined) return { kind: 'key', secret: key };
  throw new UsageError(
    'An API key (--key or WRS_API_KEY) or an account token (--token or WRS_ACCOUNT_TOKEN) is needed.',
  );
}
