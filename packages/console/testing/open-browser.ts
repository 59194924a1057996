import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/**
 * Opens a real Chromium for a test: one that Playwright has installed, and otherwise the one that comes as a development
 * dependency. Every name below `.example` is this machine there, as a hostile name server would have it.
 *
 * @returns undefined where neither runs: the dependency is for Linux
 */
export async function openBrowser(): Promise<Browser | undefined> {
  const installed = chromium.executablePath();
  if (!existsSync(installed) && process.platform !== 'linux') return undefined;
  const executablePath = existsSync(installed) ? installed : packedBrowser();
  // Not the arguments that the package recommends: they switch off what is to be shown, web security.
  const args = ['--no-sandbox', '--host-resolver-rules=MAP *.example 127.0.0.1'];
  return await chromium.launch({ executablePath, args });
}

/** Unpacks into a folder that gets its name when it is complete: other test processes start at the same time. */
function packedBrowser(): string {
  const folder = join(tmpdir(), 'understudy-chromium');
  if (!existsSync(folder)) {
    const unpacked = mkdtempSync(`${folder}-`);
    const script = 'import("@sparticuz/chromium").then((packed) => packed.default.executablePath())';
    const env = { ...process.env, TMPDIR: unpacked };
    execFileSync(process.execPath, ['--eval', script], { cwd: import.meta.dirname, env });
    try {
      renameSync(unpacked, folder);
    } catch (error) {
      if (!existsSync(folder)) throw error;
      rmSync(unpacked, { recursive: true });
    }
  }
  return join(folder, 'chromium');
}
