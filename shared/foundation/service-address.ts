import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isAlive } from './is-alive.ts';

const announcement = z.object({ url: z.url(), pid: z.int() });

/** A service that takes longer to answer is not used. */
const TIMEOUT_MS = 5000;

/**
 * Saves the address of this process's service in a file, so that commands on the same data folder find it. Returns a
 * function that removes the file.
 */
export async function announceService(dataDir: string, url: string): Promise<() => Promise<void>> {
  const path = announcementIn(dataDir);
  await mkdir(dataDir, { recursive: true });
  await writeFile(path, JSON.stringify({ url: reachable(url), pid: process.pid }));
  return async () => {
    // Another service may have saved its address since.
    if ((await readAnnouncement(path))?.pid === process.pid) await rm(path, { force: true });
  };
}

/** The address of the service that runs on this data folder; null if none runs or answers. */
export async function findService(dataDir: string): Promise<string | null> {
  const found = await readAnnouncement(announcementIn(dataDir));
  if (found === null || !isAlive(found.pid)) return null;
  try {
    const response = await fetch(new URL('/healthz', found.url), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok ? found.url : null;
  } catch {
    return null;
  }
}

function announcementIn(dataDir: string): string {
  return join(dataDir, 'service.json');
}

async function readAnnouncement(path: string): Promise<z.output<typeof announcement> | null> {
  try {
    return announcement.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

/** A service that listens on every address is reached at 127.0.0.1. */
function reachable(url: string): string {
  const address = new URL(url);
  if (['0.0.0.0', '[::]'].includes(address.hostname)) address.hostname = '127.0.0.1';
  return address.origin;
}
