// npm run verify: the Storybook example, as a user installs and builds it. In Chromium, each story shows the data or error of its
// own sandbox.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '@understudy/console/testing';
import { findFreePort } from '@understudy/server/testing';
import { GateFailed, mustRun, npmInstall, temporaryFolder } from '../gate.ts';
import { spawnChild } from '../managed-process.ts';
import { packageTarball } from '../package/package-tarball.ts';
import { root } from '../steps.mjs';
import { prove } from '../testing/prove.ts';

/** Stories in the order they are opened, with the text of the page. */
const stories = [
  ['added', 'LampChair'],
  ['listed', 'Lamp'],
  ['empty', ''],
  ['failing', 'The orders cannot be loaded (503)'],
  ['listed', 'Lamp'],
] as const;

prove('shows the data or the error of its own sandbox in each story', { seconds: 900 }, async () => {
  const browser = await openBrowser();
  if (browser === undefined) throw new GateFailed('No browser is installed');
  const cwd = temporaryFolder('storybook');
  cpSync(join(root, 'packages', 'examples', 'storybook'), cwd, { recursive: true });
  const tarball = await packageTarball(temporaryFolder('tarball'));
  await npmInstall(cwd, tarball);
  const [api, pages] = [await findFreePort(), await findFreePort()];
  const env = { STORYBOOK_UNDERSTUDY: `http://127.0.0.1:${api}` };
  await mustRun(['run', 'build'], { command: 'npm', cwd, env });
  const start = ['start', './orders.yaml', '--seed', './seed.json', '--port', String(api)];
  const servers = [
    spawnChild('npx', ['api-understudy', ...start, '--allowed-origins', `http://localhost:${pages}`], { cwd }),
    spawnChild('npx', ['vite', 'preview', '--outDir', 'storybook-static', '--port', String(pages)], { cwd }),
  ];
  await Promise.all(servers.map((server) => new Promise((resolve) => server.stdout.once('data', resolve))));
  const page = await browser.newPage();
  const wrong: string[] = [];
  for (const [story, text] of stories) {
    await page.goto(`http://localhost:${pages}/iframe.html?id=orders--${story}`);
    await page.locator('#storybook-root').locator('button, [role=alert]').waitFor({ timeout: 30_000 });
    const shown = page.locator('#storybook-root').locator('ul, [role=alert]');
    const isShown = async () => (await shown.textContent()) === text;
    for (let tries = 0; tries < 50 && !(await isShown()); tries += 1) await page.waitForTimeout(100);
    if (!(await isShown())) wrong.push(`${story} shows "${await shown.textContent()}" instead of "${text}"`);
  }
  await browser.close();
  if (wrong.length > 0) throw new GateFailed(wrong.join('\n'));
  return `${stories.length} stories`;
});
