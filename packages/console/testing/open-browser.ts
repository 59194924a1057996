import { existsSync } from 'node:fs';
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
  const executablePath = existsSync(installed) ? installed : await packedBrowser();
  // Not the arguments that the package recommends: they switch off what is to be shown, web security.
  const args = ['--no-sandbox', '--host-resolver-rules=MAP *.example 127.0.0.1'];
  return await chromium.launch({ executablePath, args });
}

async function packedBrowser(): Promise<string> {
  const { default: packed } = await import('@sparticuz/chromium');
  return await packed.executablePath();
}
