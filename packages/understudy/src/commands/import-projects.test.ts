import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { call } from '../testing/call.js';
import { runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { start, folderWith } = useResources();

type Step = readonly [request: string, status: number, body?: unknown, headers?: Readonly<Record<string, string>>];

interface Project {
  readonly name: string;
  readonly files: Readonly<Record<string, unknown>>;
  readonly steps: readonly Step[];
  readonly listed?: readonly string[];
}

const projects: Project[] = parse(readFileSync(new URL('./testing/import-projects.yaml', import.meta.url), 'utf8'));

const importOf = async (files: Readonly<Record<string, unknown>>) => {
  const folder = join(await folderWith(), 'made');
  const { out, err } = await runCli('import', await folderWith(files), '--folder', folder, '--name', 'shop', '--json');
  expect(err).toBe('');
  const { omissions } = JSON.parse(out);
  return { folder, omissions: omissions.map(({ place, what }: Record<string, string>) => `${place}: ${what}`) };
};

/** Serves an import as `understudy start <folder>` does. */
const serve = async (folder: string) => {
  const config: Record<string, unknown> = parse(await readFile(join(folder, 'understudy.config.yaml'), 'utf8'));
  const file = (name: string) => (config[name] === undefined ? {} : { [name]: join(folder, String(config[name])) });
  const seed = config['seed'] === 'empty' ? {} : file('seed');
  const model = config['model'] === undefined ? {} : { model: { shop: join(folder, 'shop.model.yaml') } };
  return await start({ apis: [join(folder, 'shop.yaml')], ...file('rules'), ...seed, ...model });
};

describe('a project of another tool responds as in the tool', () => {
  it.each(projects)('$name', async ({ files, steps, listed = [] }) => {
    const { folder, omissions } = await importOf(files);
    expect(omissions).toEqual(listed.map((each) => expect.stringContaining(each)));
    const simulators = await serve(folder);
    for (const [asked, status, body, headers = {}] of steps) {
      const [method = '', path = '', sent] = asked.split(/ (.*?)(?: ({.*))?$/s);
      const type = sent === undefined ? {} : { 'content-type': 'application/json' };
      const response = await call(simulators, `${method} ${path}`, sent, { ...type, ...headers });
      const [, pattern] = typeof body === 'string' ? (/^\/(.*)\/$/s.exec(body) ?? []) : [];
      const expected = pattern === undefined ? (body ?? response.body) : expect.stringMatching(new RegExp(pattern));
      const given = typeof expected === 'string' || pattern !== undefined ? response.text : response.body;
      expect([asked, response.status, given]).toEqual([asked, status, expected]);
    }
  });
});
