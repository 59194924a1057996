import { describe, expect, it } from 'vitest';
import { useConsole } from '../testing/use-console.js';

const reader = 'reads-0123456789abcdef';
const opened = useConsole({
  apis: ['inventory'],
  controlToken: 'let-me-in',
  controlTokens: [{ name: 'eye', value: reader, scope: 'read' }],
  maxJournalEntries: 6000,
});

async function signIn(token: string) {
  const { page } = opened.view;
  await page.getByLabel('Control token').fill(token);
  await opened.view.press('Open the console');
  await opened.view.hears('Live');
  // The browser logs every error response.
  opened.view.problems.length = 0;
}

describe.skipIf(process.platform !== 'linux')('the console without data or permissions', () => {
  it('hides editing buttons for a read-only token, and reports that the token is read-only', async () => {
    const page = await opened.view.show('faults');
    await signIn(reader);
    await page.getByText('The control token "eye" is read-only').waitFor();
    for (const area of ['faults', 'clock', 'sandboxes', 'jobs', 'simulate/identity/registerClient']) {
      await opened.view.show(area);
      await page.locator('.loading').waitFor({ state: 'detached' });
      expect(await page.getByRole('button', { name: /^(Add rule|1 minute|Create|Run|Set|Fork.*)$/ }).count()).toBe(0);
    }
    await opened.view.press('Sign out');
    await page.getByLabel('Control token').waitFor();
    await signIn('let-me-in');
    await page.getByRole('button', { name: 'Run', disabled: false }).waitFor();
    expect(await page.getByText('is read-only').count()).toBe(0);
  });

  it('reports that a sandbox does not exist, and creates it only on request', async () => {
    const { page } = opened.view;
    const { url, control } = opened.simulators;
    const names = async () => (await control.sandboxes.list()).map(({ name }) => name);
    await page.goto(`${url}/~typo/`);
    await page.getByRole('heading', { name: 'There is no sandbox "typo"' }).waitFor();
    expect([page.url(), await names()]).toEqual([`${url}/_sim/~typo/ui/`, ['default']]);
    await opened.view.press('Create it');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await names()).toEqual(['default', 'typo']);
    await page.goto(`${url}/~typo/_sim/ui/#/clock`);
    await page.getByRole('heading', { name: 'Clock' }).waitFor();
    await control.sandboxes.delete('typo');
  });

  it.each(['nowhere', 'traffik/3', '%'])('reports that the page #/%s does not exist', async (address) => {
    const page = await opened.view.show(address);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Show traffic' }).click();
    await page.getByRole('heading', { name: 'Traffic' }).waitFor();
  });

  it('shows that the journal is loading, then all entries that the server keeps', { tags: 'slow' }, async () => {
    const { simulators, view } = opened;
    for (let count = 0; count < 5500; count += 1) await simulators.fetch(`${simulators.url}/io/health_check`);
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const page = await view.show('overview');
    const token = page.getByLabel('Control token');
    await token
      .or(page.getByText('Live', { exact: true }))
      .first()
      .waitFor();
    if (await token.isVisible()) await signIn('let-me-in');
    await page.route('**/_sim/journal?*', (route) => held.then(() => route.continue()));
    await page.goto('about:blank');
    await view.show('traffic');
    await page.getByText('Loading').waitFor();
    expect(await page.getByText('No requests yet').count()).toBe(0);
    answer();
    await opened.view.hears(/^5[5-9]\d\d entries$/);
    expect(view.problems).toEqual([]);
  });
});
