import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { locateAsset } from './locate-asset.js';
import { mergeOverlays, readOverlays } from './overlays.js';
import { refused, runCli } from './testing/run-cli.js';
import { useResources } from './testing/use-resources.js';

const catalogue = readdirSync(join(locateAsset('fixtures'), 'overlays'))
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => basename(file, '.yaml'));
const { folderWith } = useResources();

const one = (value: string): string =>
  `{ "overlay": "1.0.0", "info": { "title": "t", "version": "1" }, "actions": [{ "target": "$.info", "update": { "x-${value}": true } }] }`;
const folder = await folderWith({
  'one.json': one('one'),
  'several.json': `{ "time": ${one('two')}, "payroll": ${one('three')} }`,
  'none.json': '{ "time": 1 }',
});
const at = (name: string) => join(folder, name);

it('reads Overlays by API: a named one, several from a file, and one selected from a file', async () => {
  const apis = ['time', 'payroll'];
  const read = await readOverlays([`time=${at('one.json')}`, at('several.json')], apis);
  expect([...read].map(([api, list]) => [api, list.length])).toEqual([
    ['time', 2],
    ['payroll', 1],
  ]);
  expect(Object.keys(mergeOverlays(read))).toEqual(apis);
  expect(mergeOverlays(read)['time']).toMatchObject({ actions: [{ target: '$.info' }, { target: '$.info' }] });
  expect([...(await readOverlays([`payroll=${at('several.json')}`], apis)).keys()]).toEqual(['payroll']);
});

it('applies an unnamed Overlay to the only API, and reads Overlays from the catalogue', async () => {
  expect([...(await readOverlays([at('one.json')], ['time', 'payroll'], 'payroll')).keys()]).toEqual(['payroll']);
  for (const name of catalogue) {
    const [found] = (await readOverlays([`understudy:${name}`], ['any'], 'any')).get('any') ?? [];
    expect(found).toMatchObject({ overlay: '1.0.0' });
  }
  const [first = ''] = catalogue;
  await expect(readOverlays([`understudy:${first}s`], ['any'])).rejects.toThrow(`Did you mean "${first}"?`);
});

it.each([
  ['test run', 'nowhere.yaml', 'compare --write-overlay'],
  ['test run', 'one.json', 'does not name its API'],
  ['compare', 'none.json', 'must contain an OpenAPI Overlay'],
  ['start', 'none.json', 'must contain an OpenAPI Overlay'],
])('%s rejects the Overlay file %s with exit code 2', async (command, file, says) => {
  const targets = command === 'compare' ? ['in-process', 'in-process'] : [];
  expect(await runCli(...command.split(' '), ...targets, '--overlays', at(file))).toMatchObject(refused(says));
});

it('rejects Overlays for an unknown API, and a file without an Overlay for the given API', async () => {
  expect(await runCli('test', 'run', '--overlays', `tme=${at('one.json')}`)).toMatchObject(
    refused('Did you mean "time"?'),
  );
  expect(await runCli('test', 'run', '--overlays', `inventory=${at('several.json')}`)).toMatchObject(
    refused('does not contain an Overlay for inventory'),
  );
});
