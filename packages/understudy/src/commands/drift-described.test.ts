import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it, vi } from 'vitest';
import { driftCommand } from './drift.js';

const shop = fileURLToPath(new URL('../../../inferred-api/src/testing/shop.yaml', import.meta.url));
const exitCode = process.exitCode;
afterAll(() => {
  process.exitCode = exitCode;
});

it('holds traffic against a description that the configuration names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-drift-'));
  const [config, archive] = [join(folder, 'understudy.config.yaml'), join(folder, 'traffic.har')];
  await writeFile(config, `apis: [${shop}]\n`);
  const request = { method: 'GET', url: 'http://127.0.0.1/products/1', headers: [{ name: 'X-Key', value: 'k' }] };
  const content = { mimeType: 'application/json', text: '{"id": "one", "name": "Lamp"}' };
  const response = { status: 200, headers: [{ name: 'content-type', value: 'application/json' }], content };
  await writeFile(archive, JSON.stringify({ log: { version: '1.2', entries: [{ request, response }] } }));
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await driftCommand().parseAsync([archive, '--config', config, '--api', 'shop', '--json'], { from: 'user' });
  const report = JSON.parse(String(said.mock.calls[0]?.[0]));
  said.mockRestore();
  expect(report.causes).toHaveLength(1);
  expect(JSON.stringify(report.causes)).toContain('/body/id');
  await rm(folder, { recursive: true });
});
