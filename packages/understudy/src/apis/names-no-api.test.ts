import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { builtInApis } from './apis.js';

const packages = fileURLToPath(new URL('../../../', import.meta.url));
const list = 'understudy/src/apis/api-packages.ts';

/** Reads the sources of a package, without tests. */
async function sourcesOf(name: string): Promise<string[]> {
  const files = await readdir(join(packages, name, 'src'), { recursive: true });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|^testing\b|^generated\b/.test(file))
    .map((file) => `${name}/src/${file.replaceAll('\\', '/')}`);
}

/** Finds code lines that contain an API name as a string, path or package. Comments can contain examples. */
function namings(source: string): string[] {
  const names = [...builtInApis.keys()].filter((name) => name !== 'identity').join('|');
  // date-time is a format of JSON Schema.
  const naming = RegExp(`(?<!date)['"\`/.-](${names})['"\`/]`);
  return source.split('\n').filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line) && naming.test(line));
}

it('the scan for API names finds them in code, but not in comments', () => {
  expect(namings("if (api === 'time') return;\n * startSimulators({ apis: ['time'] })")).toHaveLength(1);
  expect(namings("await import('@understudy/simulator-payroll/api')")).toHaveLength(1);
});

it('understudy and conformance name the bundled APIs in a single file only', async () => {
  const sources = [...(await sourcesOf('understudy')), ...(await sourcesOf('conformance'))];
  expect(sources).toContain(list);
  const found = await Promise.all(
    sources.map(async (file) => (namings(await readFile(join(packages, file), 'utf8')).length > 0 ? [file] : [])),
  );
  expect(found.flat()).toEqual([list]);
});
