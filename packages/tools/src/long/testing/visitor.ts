import { readFile } from 'node:fs/promises';
import type { RunningSimulators } from 'api-understudy';
import type { Locator, Page } from 'playwright-core';
import { GateFailed } from '../../gate.ts';

type Role = Parameters<Page['getByRole']>[0];

/** A person at the console of one sandbox, who counts clicks and keys. */
export class Visitor {
  clicks = 0;
  keys = 0;
  /** Base URL of the sandbox. */
  readonly url: string;

  /** @param sandbox belongs to one task */
  constructor(
    readonly page: Page,
    simulators: RunningSimulators,
    readonly sandbox: string,
  ) {
    this.url = `${simulators.url}/~${sandbox}`;
  }

  async click(role: Role, name: string | RegExp): Promise<void> {
    this.clicks += 1;
    await this.page.getByRole(role, { name }).first().click();
  }

  async open(area: string): Promise<void> {
    this.clicks += 1;
    await this.page.getByRole('navigation').getByRole('link', { name: area, exact: true }).click();
    // Areas have fields of the same names.
    await this.page.getByRole('heading', { level: 1, name: area, exact: true }).waitFor();
  }

  /** Opens a folded part by a text of its summary. */
  async unfold(text: string | RegExp): Promise<void> {
    this.clicks += 1;
    await this.page.locator('summary').filter({ hasText: text }).first().click();
  }

  async fill(label: string, text: string): Promise<void> {
    this.clicks += 1;
    this.keys += text.length;
    await this.page.getByLabel(label, { exact: true }).first().fill(text);
  }

  async choose(label: string | RegExp, option: string): Promise<void> {
    this.clicks += 2;
    await this.page.getByLabel(label, { exact: true }).first().selectOption(option);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.keys += 1;
      await this.page.keyboard.press(key);
    }
  }

  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }

  /** Waits until a text is visible. */
  async see(text: string | RegExp, within: Locator | Page = this.page): Promise<void> {
    await within.getByText(text).filter({ visible: true }).first().waitFor();
  }

  /** Waits until the page reports a status. */
  async seeStatus(text: string | RegExp): Promise<void> {
    await this.page.getByRole('status').filter({ hasText: text }).waitFor();
  }

  /** Runs the first command that the palette finds. */
  async command(text: string): Promise<void> {
    await this.press('Control+k');
    await this.type(text);
    await this.press('Enter');
  }

  /** Reads from the control plane of the sandbox. */
  async ask<Answer>(path: string): Promise<Answer> {
    return (await (await fetch(`${this.url}/_sim/${path}`)).json()) as Answer;
  }

  /** Changes the sandbox at its control plane. @param line method and path */
  async send(line: string, body: unknown): Promise<void> {
    const [method = '', path = ''] = line.split(' ');
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(`${this.url}/_sim/${path}`, { method, headers, body: JSON.stringify(body) });
    this.expect(status < 300, `${line} to succeed instead of ${status}`);
  }

  /** Deletes the sandbox while its page is open. */
  async remove(): Promise<void> {
    const base = this.url.slice(0, this.url.lastIndexOf('/~'));
    const { status } = await fetch(`${base}/_sim/sandboxes/${this.sandbox}`, { method: 'DELETE' });
    this.expect(status === 204, `the sandbox to be deleted, not ${status}`);
  }

  /** @throws GateFailed unless the condition holds */
  expect(holds: boolean, what: string): void {
    if (!holds) throw new GateFailed(`expected ${what}`);
  }

  /** Saves what the next click downloads. */
  async download(act: () => Promise<void>): Promise<string> {
    const [saved] = await Promise.all([this.page.waitForEvent('download'), act()]);
    return await readFile(await saved.path(), 'utf8');
  }

  async clipboard(): Promise<string> {
    return await this.page.evaluate('navigator.clipboard.readText()');
  }
}
