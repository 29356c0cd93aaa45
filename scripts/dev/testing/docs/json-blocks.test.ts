import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAccountFile } from '../../../../shared/accounts/account-file.ts';
import { projectRoot } from '../../../../shared/foundation/project-root.ts';

const docs = join(projectRoot, 'docs');
const blocks = readdirSync(docs, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .flatMap((path) =>
    [...readFileSync(join(docs, path), 'utf8').matchAll(/^```json\n(?<text>[\s\S]*?)^```/gm)].map(
      ({ groups }, index) => [path, index + 1, JSON.parse(groups!.text!) as object] as const,
    ),
  );

describe('the JSON of the documentation', () => {
  it.each(blocks.filter(([, , block]) => 'client' in block))('%s, block %i is an account file', (...args) => {
    expect(parseAccountFile(args[2])).toMatchObject({ client: { slug: 'acme' } });
  });

  it.each(blocks.filter(([, , block]) => 'transit' in block && !('client' in block)))(
    '%s, block %i is the transit of an account file',
    (_path, _index, block) => {
      expect(parseAccountFile({ client: { slug: 'acme' }, ...block }).transit).toMatchObject({
        provider: 'http',
      });
    },
  );

  it.each(blocks.filter(([, , block]) => 'partner_id' in block))('%s, block %i is a profile', (...args) => {
    const file = parseAccountFile({ client: { slug: 'acme' }, profiles: [args[2]] });
    expect(file.profiles).toHaveLength(1);
  });
});
