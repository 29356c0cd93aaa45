import { z } from 'zod';

/** Who did something, as answers name them. */
export const actor = z
  .strictObject({
    kind: z.enum(['user', 'operator', 'token', 'api_key', 'command_line', 'service']),
    name: z.string(),
  })
  .meta({ id: 'Actor' });

export type NamedActor = z.output<typeof actor>;
