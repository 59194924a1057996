import { readFile } from 'node:fs/promises';
import type { RunningSimulators } from 'api-understudy';
import type { Locator, Page } from 'playwright-core';
import { GateFailed } from '../../gate.ts';

type Role = Parameters<Page['getByRole']>[0];

/** Simulates a user of one sandbox's console, and counts clicks and key presses. */
export class Visitor {
  clicks = 0;
  keys = 0;
  /** Base URL of the sandbox. */
  readonly url: string;

  /** @param sandbox a sandbox that only one task uses */
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
    // Wait for the heading, because areas have fields with the same names.
    await this.page.getByRole('heading', { level: 1, name: area, exact: true }).waitFor();
  }

  /** Opens a collapsed section by a string in its summary. */
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

  /** Waits until a string is visible. */
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

  /** Reads from the sandbox's control plane. */
  async ask<Answer>(path: string): Promise<Answer> {
    return (await (await fetch(`${this.url}/_sim/${path}`)).json()) as Answer;
  }

  /** Changes the sandbox through its control plane. @param line method and path */
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

  /** Returns the content of the file that an action downloads. */
  async download(act: () => Promise<void>): Promise<string> {
    const [saved] = await Promise.all([this.page.waitForEvent('download'), act()]);
    return await readFile(await saved.path(), 'utf8');
  }

  async clipboard(): Promise<string> {
    return await this.page.evaluate('navigator.clipboard.readText()');
  }
}
