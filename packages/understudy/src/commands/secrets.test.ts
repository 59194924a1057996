import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '@understudy/contract';
import { PlantedSecrets } from '@understudy/contract/testing';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { folderWith } = useResources();
const cases: Record<string, object> = parse(
  readFileSync(new URL('./testing/secret-cases.yaml', import.meta.url), 'utf8'),
);

/** Fills the files of a tool with planted requests and secrets. */
function fillCase(files: object, planted: PlantedSecrets): Record<string, unknown> {
  const shell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const requests = planted.requests(2).map(({ headers, ...request }, index) => {
    const named = Object.entries(headers);
    const options = named.map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`).join(' ');
    return {
      ...{ ...request, headers, index: `${index}` },
      pairs: named.map(([name, value]) => ({ key: name, name, value })),
      matchers: Object.fromEntries(named.map(([name, value]) => [name, { equalTo: value }])),
      lines: named.map(([name, value]) => `  ${name}: ${value}`).join('\n'),
      curl: `${shell(`https://a.test/things${request.url}`)} ${options} --data-raw ${shell(request.body)}`,
    };
  });
  const fillText = (text: string, scope: object): unknown => {
    const [, whole = ''] = /^<<(\w+)>>$/.exec(text) ?? [];
    if (whole !== '') return Object(scope)[whole];
    return text
      .replace(/<<(\w+)>>/g, (_, name: string) => Object(scope)[name] ?? _)
      .replace(/<(base64 )?([\w-][^<>]*)>/g, (_, encoded: string | undefined, place: string) => {
        const secret = planted.add(place);
        return encoded ? Buffer.from(`{"access_token":"${secret}"}`).toString('base64') : secret;
      });
  };
  const fill = (value: unknown, scope: object): unknown => {
    if (typeof value === 'string') return fillText(value, scope);
    if (Array.isArray(value))
      return value.flatMap((item) =>
        isObject(item) && 'each' in item ? requests.map((request) => fill(item['each'], request)) : [fill(item, scope)],
      );
    if (!isObject(value)) return value;
    const { each, ...members } = value;
    const repeated = each === undefined ? [] : requests.map((request) => fill(each, request));
    const filled = Object.entries(members).map(([name, item]) => [fillText(name, scope), fill(item, scope)]);
    return Object.assign(Object.fromEntries(filled), ...repeated);
  };
  return Object(fill(files, {}));
}

describe('understudy import writes and prints no secret', () => {
  it.each(Object.entries(cases))(
    '%s',
    async (tool, template) => {
      const planted = new PlantedSecrets();
      const files = Object.entries(fillCase(template, planted)).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]);
      expect(planted.leaks(String(files)).length).toBeGreaterThan(20);
      const source = await folderWith(Object.fromEntries(files));
      const folder = join(await folderWith(), 'made');
      const path = files.length > 1 ? source : join(source, files[0]?.[0] ?? '');
      const options = ['--folder', folder, '--name', 'shop'];
      const first = await runCli('import', path, ...options, '--json');
      const again = await runCli('import', path, ...options, '--force');
      expect([first.code, first.err, again.code]).toEqual([0, '', 0]);
      const written = (await readdir(folder, { recursive: true })).filter((name) => /\.\w+$/.test(name));
      const leaks = await Promise.all(
        written.map(async (name) => [name, planted.leaks(await readFile(join(folder, name), 'utf8'))]),
      );
      expect(leaks.filter(([, places]) => places?.length !== 0)).toEqual([]);
      expect(planted.leaks(first.out + again.out)).toEqual([]);
      expect(first.out).toContain(tool === 'HTTP archive' ? 'agreements' : 'secrets are replaced by');
      expect(written.length).toBeGreaterThan(1);
    },
    120_000,
  );

  it.each([
    ['a.json', '{"token": <JSON>}'],
    ['a.yaml', 'a: b\ntoken: x: <YAML>\n'],
    ['a.har', '{"log": {"token": <archive>}}'],
  ])('in the error for a broken %s', async (name, template) => {
    const planted = new PlantedSecrets();
    const file = join(await folderWith(Object(fillCase({ [name]: template }, planted))), name);
    const { code, out, err } = await runCli('import', file);
    expect([code, out, planted.leaks(err), err]).toEqual([2, '', [], expect.stringMatching(/Unexpected|Nested/)]);
  });
});
