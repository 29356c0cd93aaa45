import {
  createAccountClient,
  createRoutingClient,
  Refused,
  Unreachable,
} from '../../../shared/client/client.ts';
import { refusalText } from '../failures.ts';
import type { Tool } from './tools.ts';

/** With what the service is asked. */
export type Credential =
  | { readonly kind: 'key'; readonly secret: string }
  | { readonly kind: 'token'; readonly secret: string; readonly environment: 'test' | 'live' };

/** What a model is answered: JSON text, or the sentence of a refusal. */
interface ToolAnswer {
  readonly texts: readonly string[];
  readonly isError: boolean;
}

type Input = Readonly<Record<string, unknown>>;
export type CallTool = (tool: Tool, input: Input) => Promise<ToolAnswer>;

/** Characters of an answer: about ten thousand tokens. */
export const MAX_CHARACTERS = 40_000;
/** An assistant waits for an answer, though not for long. */
const PATIENT = { retries: 2 };

/** A client whose paths come from the tools. The answers are passed on as the text that the service wrote. */
interface AnyClient {
  request(method: 'get' | 'post', path: string, init: object): Promise<{ readonly data?: string }>;
}

/** Makes what calls tools at the service. */
export function toolCaller(url: string, credential: Credential): CallTool {
  const isKey = credential.kind === 'key';
  const client = (isKey
    ? createRoutingClient(url, credential.secret, PATIENT).api
    : createAccountClient(url, credential.secret, PATIENT)) as unknown as AnyClient;
  const base = isKey ? '/api/v1' : '/account/v1';

  async function send(tool: Tool, input: Input): Promise<string> {
    const { method, path, params, query, body, always } = tool;
    const environment = isKey || tool.ofAccount ? {} : { environment: credential.environment };
    const init = {
      params: { path: partOf(params, input), query: { ...partOf(query, input), ...always, ...environment } },
      ...(body && { body: partOf(body, input) }),
      parseAs: 'text',
    };
    const answer = await client.request(method === 'GET' ? 'get' : 'post', `${base}${path}`, init);
    return answer.data ?? '';
  }

  return async (tool, input) => {
    try {
      return {
        texts: within(await readPage((page) => send(tool, { ...input, ...page }), input.limit)),
        isError: false,
      };
    } catch (error) {
      if (error instanceof Refused) return { texts: [refusalText(error)], isError: true };
      if (error instanceof Unreachable) return { texts: [error.message], isError: true };
      throw error;
    }
  };
}

/** The members of an input that a schema has. Moments are written as text again. */
function partOf(schema: Tool['body'], input: Input): Input {
  const names = Object.keys(schema?.shape ?? {}).filter((name) => input[name] !== undefined);
  return Object.fromEntries(
    names.map((name) => {
      const value = input[name];
      return [name, value instanceof Date ? value.toISOString() : value];
    }),
  );
}

/** Reads a page again with a smaller limit while it is too large, so that its next_cursor goes on where it ends. */
async function readPage(
  read: (page: { readonly limit?: number }) => Promise<string>,
  asked: unknown,
): Promise<string> {
  if (typeof asked !== 'number') return read({});
  for (let limit = asked; ; ) {
    const text = await read({ limit });
    if (text.length <= MAX_CHARACTERS || limit === 1) return text;
    limit = Math.max(1, Math.floor((limit * MAX_CHARACTERS) / text.length));
  }
}

function within(text: string): string[] {
  if (text.length <= MAX_CHARACTERS) return [text];
  return [
    text.slice(0, MAX_CHARACTERS),
    `The answer ends here: these are the first ${MAX_CHARACTERS} of its ${text.length} characters.`,
  ];
}
