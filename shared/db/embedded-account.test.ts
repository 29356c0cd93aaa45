import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asAccount, clusterOwner, serverAccount } from './embedded-account.ts';

const asRoot = process.geteuid?.() === 0;
const TRUE = '/bin/true';

let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wrs-account-'));
  data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('serverAccount', () => {
  if (!asRoot) {
    it('is who runs the process', () => {
      expect(serverAccount(data, TRUE)).toEqual({ user: null, entersAnyFolder: false });
    });
    return;
  }

  describe('of root', () => {
    const owner = () => clusterOwner()!;
    beforeEach(() => chownSync(data, owner().uid, owner().gid));

    it('is the owner of the data, and no more where the owner can reach them', () => {
      chmodSync(folder, 0o755);
      expect(serverAccount(data, TRUE)).toEqual({ user: owner(), entersAnyFolder: false });
    });

    it('enters any folder where it could not reach the data', () => {
      expect(serverAccount(data, TRUE)).toEqual({ user: owner(), entersAnyFolder: true });
    });

    it('enters any folder where it could not reach the programs, which access(2) honours', () => {
      chmodSync(folder, 0o755);
      const closed = join(folder, 'closed');
      mkdirSync(closed, { mode: 0o700 });
      const program = join(closed, 'true');
      copyFileSync(TRUE, program);
      const account = serverAccount(data, program);
      const script = `require('fs').accessSync(process.argv[1]); process.exit(process.geteuid())`;
      const { command, args, options } = asAccount(account, process.execPath, ['-e', script, program]);
      expect(account.entersAnyFolder).toBe(true);
      expect(spawnSync(command, args, options).status).toBe(owner().uid % 256);
    });

    it('names the folder in the way and what to do when nothing helps', () => {
      expect(() => serverAccount(data, join(folder, 'missing', 'postgres'))).toThrow(
        new RegExp(`may not enter ${folder}\\. Let it in .*DATA_DIR.*DATABASE_URL`),
      );
    });
  });
});
