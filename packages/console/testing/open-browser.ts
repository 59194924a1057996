import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/**
 * Opens a real Chromium for a test: the one installed by Playwright, or else the one from a development dependency. It
 * resolves every name under `.example` to this machine, as a hostile name server would.
 *
 * @returns undefined if neither is available; the dependency supports only Linux
 */
export async function openBrowser(): Promise<Browser | undefined> {
  const installed = chromium.executablePath();
  if (!existsSync(installed) && process.platform !== 'linux') return undefined;
  const executablePath = existsSync(installed) ? installed : packedBrowser();
  // The package's recommended arguments would disable web security, which the tests need.
  const args = ['--no-sandbox', '--host-resolver-rules=MAP *.example 127.0.0.1'];
  return await chromium.launch({ executablePath, args });
}

/**
 * Unpacks into a temporary folder and renames it when complete, because other test processes can start at the same
 * time.
 */
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
