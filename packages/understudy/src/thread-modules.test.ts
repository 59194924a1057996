import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { builtInApis } from './apis/apis.js';

/** Finds all modules that a built module imports, with their external imports. */
function loadedBy(address: string, seen = new Map<string, string[]>()): Map<string, string[]> {
  if (seen.has(address)) return seen;
  const specifiers = [
    ...readFileSync(new URL(address), 'utf8').matchAll(/^(?:import|\} from|export .* from)\b[^"\n]*"([^"]+)";/gm),
  ].map(([, specifier = '']) => specifier);
  seen.set(
    address,
    specifiers.filter((specifier) => !specifier.startsWith('.')),
  );
  for (const specifier of specifiers) {
    if (specifier.startsWith('.')) loadedBy(new URL(specifier, address).href, seen);
  }
  return seen;
}

/** Threads compute, so a server starts without the engines. */
it('modules that serve requests do not load any engine package', async () => {
  for (const api of builtInApis.values()) {
    const { jobs } = await api.simulator();
    for (const { work } of Object.values(jobs)) {
      const index = new URL('index.js', work.module).href;
      const loaded = [...loadedBy(index).values()].flat();
      expect(loaded, index).toContain('@understudy/kernel');
      expect(
        loaded.filter((name) => name.startsWith('@understudy/engine-')),
        index,
      ).toEqual([]);
    }
  }
});

it('a server starts without loading the conformance suite', () => {
  const dist = new URL('../dist/', import.meta.url);
  const commands = [...loadedBy(new URL('cli.js', dist).href).keys()].map((file) =>
    readFileSync(new URL(file), 'utf8'),
  );
  const [, start = ''] = /import\("\.\/(chunk-start-[A-Z0-9]+\.js)"\)/.exec(commands.join('')) ?? [];
  for (const name of ['index.js', 'cli.js', start]) {
    const loaded = [...loadedBy(new URL(name, dist).href).values()].flat();
    expect(loaded, name).not.toContain('@understudy/conformance');
  }
});

it('compute threads do not load server modules', async () => {
  const simulators = await Promise.all([...builtInApis.values()].map((api) => api.simulator()));
  const kinds = simulators.flatMap(({ jobs }) => Object.values(jobs));
  const modules = new Set(kinds.map(({ work }) => work.module));
  expect(modules.size).toBeGreaterThan(2);
  for (const module of modules) {
    const loaded = new Set([...loadedBy(module).values()].flat());
    expect([...loaded], module).not.toContain('@understudy/kernel');
    expect([...loaded], module).not.toContain('@understudy/simulator-analysis');
  }
});
