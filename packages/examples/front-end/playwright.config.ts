import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { chromium, defineConfig } from '@playwright/test';

/** Playwright reads this file in every worker: what is found once is handed on by the environment. */
const { env } = process;
env['FRONT_END_PORT'] ??= String(await freePort());
if (!existsSync(chromium.executablePath())) env['CHROMIUM'] ??= await packedBrowser();
const baseURL = `http://127.0.0.1:${env['FRONT_END_PORT']}`;
const executablePath = env['CHROMIUM'];

export default defineConfig({
  testMatch: '*.spec.ts',
  outputDir: '../../../reports/front-end',
  workers: 1,
  reporter: 'line',
  use: { baseURL, launchOptions: { args: ['--no-sandbox'], ...(executablePath ? { executablePath } : {}) } },
  webServer: { command: `npx vite --strictPort --port ${env['FRONT_END_PORT']}`, url: baseURL },
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** A browser from the package registry, where Playwright has not installed one. */
async function packedBrowser(): Promise<string> {
  const { default: packed } = await import('@sparticuz/chromium');
  return await packed.executablePath();
}
