import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadScenarios } from '@understudy/conformance';
import { expect, it, vi } from 'vitest';
import { newCommand } from './new.js';

const shop = fileURLToPath(new URL('../../../inferred-api/src/testing/shop.yaml', import.meta.url));

it('makes an API package once, with handlers for what is named, and writes over nothing', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'understudy-new-'));
  const folder = join(parent, 'made');
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const make = (...args: string[]) => newCommand().parseAsync([shop, '--folder', folder, ...args], { from: 'user' });
  await expect(make('--operations', 'createProdukt')).rejects.toThrow(
    'Unknown operation "createProdukt". Did you mean "createProduct"?',
  );
  await make('--operations', 'createProduct,quote');
  expect(said.mock.calls.flat().join('\n')).toMatch('createProduct, quote with a handler, 8 more inferred; 10 claims');
  expect(await readdir(join(folder, 'src/handlers'))).toEqual(['create-product.ts', 'quote.ts']);
  expect(await readFile(join(folder, 'contract/openapi.yaml'), 'utf8')).toBe(await readFile(shop, 'utf8'));
  expect(await readFile(join(folder, 'src/api.ts'), 'utf8')).toContain(
    `new URL('../contract/openapi.yaml', ${['import.meta', 'url'].join('.')})`,
  );
  const [scenarios] = await loadScenarios({ files: [join(folder, 'scenarios')] });
  expect(scenarios?.findings).toEqual([]);
  expect(scenarios?.document.workflows).toHaveLength(10);
  await expect(make()).rejects.toThrow('is not empty; choose another folder');
  said.mockRestore();
  await rm(parent, { recursive: true });
});
