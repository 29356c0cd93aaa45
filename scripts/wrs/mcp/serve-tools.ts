import { once } from 'node:events';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { packageVersion } from '../../../shared/foundation/project-root.ts';
import type { WrsContext } from '../context.ts';
import type { CallTool } from './call-tool.ts';
import { inputOf, type Tool } from './tools.ts';

const INSTRUCTIONS = `An order management service that decides which warehouses ship each customer order, with the fewest
shipments. A decision on an order is FULL (one shipment), SPLIT (several), PARTIAL or PARTIAL_SPLIT (units are missing) or NONE
(nothing ships). Answers are JSON. Lists come in pages: send next_cursor as cursor for the next page; null is the last one.`;

/** Serves tools on the standard input and output until the input ends. Nothing else may write to the output meanwhile. */
export async function serveTools(
  tools: readonly Tool[],
  call: CallTool,
  { out, comment }: Pick<WrsContext, 'out' | 'comment'>,
): Promise<void> {
  const input = process.stdin;
  const ended = once(input, 'end');
  const serving = serveStdio(() => serverOf(tools, call), {
    transport: new StdioServerTransport(input, out),
    onerror: ({ message }) => comment(message),
  });
  await ended;
  await serving.close();
}

function serverOf(tools: readonly Tool[], call: CallTool): McpServer {
  const server = new McpServer(
    { name: 'warehouse-routing', version: packageVersion() },
    { instructions: INSTRUCTIONS },
  );
  for (const tool of tools) {
    const { name, description, writes } = tool;
    const annotations = {
      readOnlyHint: writes === undefined,
      destructiveHint: writes === 'loses',
      openWorldHint: false,
    };
    server.registerTool(name, { description, annotations, inputSchema: inputOf(tool) }, async (input) => {
      const { texts, isError } = await call(tool, input);
      return { content: texts.map((text) => ({ type: 'text', text })), isError };
    });
  }
  return server;
}
