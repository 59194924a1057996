import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { harEntry } from '../testing/har.js';
import { runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { folderWith } = useResources();
const limitSeconds = 10;

const ownThread = '/proc/thread-self/schedstat';

/** CPU time of this thread if the system reports it, because other threads run tests; else of the process. */
function readCpuSeconds(): number {
  if (existsSync(ownThread)) return Number(readFileSync(ownThread, 'utf8').split(' ')[0]) / 1e9;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Runs a command on hostile files, and returns its output and errors. */
async function runOn(command: string[], files: object): Promise<string> {
  const folder = await folderWith(files);
  const [file = '', ...others] = Object.keys(files);
  const source = others.length > 0 ? folder : join(folder, file);
  const before = readCpuSeconds();
  const words = command.findIndex((each) => each.startsWith('--'));
  const [name, options] = words < 0 ? [command, []] : [command.slice(0, words), command.slice(words)];
  const { out, err } = await runCli(...name, source, '--folder', join(folder, 'made'), ...options);
  expect(readCpuSeconds() - before).toBeLessThan(limitSeconds);
  return out + err;
}

const many = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index));
const item = (request: object, url = '/a') => ({ name: 'A', request: { method: 'POST', url, ...request } });
const postman = (...list: object[]) => ({ 'a.json': { info: { name: 'Shop' }, item: list } });
const raw = (text: string) => item({ body: { mode: 'raw', raw: text } });
const members = (count: number, name: string) => Object.fromEntries(many(count, (index) => [`${name}${index}`, 'x']));
const insomnia = (text: string) => ({ 'a.yaml': `type: collection.insomnia.rest/5.0\nname: S\n${text}` });
const bruno = (text: string) => ({ 'a.bru': `get {\n  url: /a\n}\n\nheaders {\n${text}}\n` });
const route = (index: number) => ({
  ...{ type: 'http', method: 'get', endpoint: `a${index}` },
  responses: [{ bodyType: 'DATABUCKET', databucketID: 'd', default: true }],
});
const pactRules = Object.fromEntries(many(15_000, (index) => [`$.body.b${index}`, { match: 'type' }]));

const ofFolder = [
  { _id: 'w', _type: 'workspace' },
  { _id: 'f', parentId: 'w', headers: many(900, (index) => ({ name: `h${index}`, disabled: index % 2 === 0 })) },
  ...many(2000, (index) => ({ _id: `r${index}`, parentId: 'f', _type: 'request', url: '/a' })),
];
const requestOf = { path: '/a', method: 'POST', body: members(15_000, 'a'), matchingRules: pactRules };
const databucket = [{ id: 'd', value: '<a/>'.repeat(60_000) }];

/** Files that would take minutes or much memory, and the expected output. */
const imports: Record<string, readonly [files: object, expected: string]> = {
  'many lines': [{ 'a.sh': `curl http://x.example/a\n${'\n'.repeat(300_000)}!` }, '1 requests'],
  'many substitutions': [{ 'a.sh': `curl http://x.example/ ${'"$('.repeat(100_000)}` }, '2 requests'],
  'many YAML documents': [{ 'a.yaml': `${'---\n\n\n\n\n'.repeat(600)}!` }, 'has no known format'],
  'a long line and many examples': [
    { 'a.bru': `get {\n  url: /a\n${' '.repeat(300_000)}x\n${'response: {\n'.repeat(20_000)}}` },
    '1 requests',
  ],
  'an unterminated variable': [postman(item({}, `/{{${' '.repeat(300_000)}x`)), '1 requests'],
  'an ambiguous pattern': [
    { 'a.json': { request: { urlPattern: `${'(a+)+'.repeat(150)}$` }, response: {} } },
    '1 stubs',
  ],
  'a deep body': [postman(raw('['.repeat(50_000) + ']'.repeat(50_000))), '1 requests'],
  'deep YAML': [insomnia(`a: ${'['.repeat(20_000)}`), 'nested too deeply'],
  'YAML with many keys': [insomnia(`a: {${many(60_000, (index) => `k${index}: 1`).join(', ')}}`), '20000 members'],
  'YAML with many aliases': [insomnia(`a: &a x\nb:\n${'- *a\n'.repeat(30_000)}`), 'alias count'],
  'an unterminated tag': [insomnia(`collection: [{ method: GET, url: "{%${'a'.repeat(200_000)}" }]`), '1 requests'],
  'an unterminated multiline value': [bruno(`  x: '''\n${'\n'.repeat(200_000)}`), '1 requests'],
  'many unterminated values': [bruno("  x'''\n".repeat(100_001)), '1 requests'],
  'many commands': [{ 'a.sh': `curl /a\n${'a;'.repeat(300_000)}` }, '299000 further parts'],
  'many headers': [postman(item({ header: many(100_000, (index) => ({ key: `h${index}` })) })), 'more than 1000'],
  'folder headers inherited by many requests': [
    { 'a.json': { __export_format: 4, resources: ofFolder } },
    'more than 100000 parameters and headers',
  ],
  'many parameters of one operation': [
    postman(
      ...many(50, (row) => item({ url: { raw: '/a', query: many(999, (index) => ({ key: `n${row}x${index}` })) } })),
    ),
    '50 requests',
  ],
  'many path parameters': [postman(item({}, '/1'.repeat(30_000))), '1 requests'],
  'a large variable in many requests': [
    {
      'a.json': {
        ...postman(...many(2000, () => item({ header: 'a: {{v}}' })))['a.json'],
        variable: [{ key: 'v', value: 'lorem '.repeat(500_000) }],
      },
    },
    '2000 requests',
  ],
  'similar secrets': [
    postman(
      ...many(110, (index) => item({ header: `X-Api-Key: ${'a'.repeat(10 + index)}1` })),
      raw('a'.repeat(300_000)),
    ),
    'secrets are replaced',
  ],
  'a repeated secret': [postman(raw('<token>aaaaaaaa1</token>'.repeat(150_000))), 'secrets are replaced'],
  'large bodies': [postman(raw('%25252525'.repeat(1_000_000))), 'the bodies are left out'],
  'a large response shared by many stubs': [
    { 'a.json': { lastMigration: 1, endpointPrefix: '', data: databucket, routes: many(300, route) } },
    'all bodies are too large',
  ],
  'many matching rules': [
    {
      'a.json': {
        ...{ consumer: { name: 'web' }, provider: { name: 'shop' } },
        interactions: [{ request: requestOf, response: {} }],
      },
    },
    '1 requests',
  ],
};

/** Cases that take more than a second. */
const long = ['many lines', 'many parameters of one operation', 'similar secrets', 'a repeated secret'];

for (const isLong of [false, true]) {
  it.each(Object.entries(imports).filter(([name]) => long.includes(name) === isLong))(
    'understudy convert import finishes within the time limit for %s',
    { tags: isLong ? 'slow' : [] },
    async (_name, [files, expected]) => {
      expect(await runOn(['convert', 'import', '--name', 'shop'], files)).toContain(expected);
    },
  );
}

const entry = (body: unknown, more: object = {}) => {
  const { request, response } = harEntry('GET https://a.test/a', body);
  return { request: { ...request, ...more }, response };
};
const archive = (...entries: object[]) => ({ 'a.har': { log: { entries: [...entries, entry({}), entry({})] } } });
const text = (value: string) => archive(entry({ a: value }), entry({ a: value }));
const leftOut = 'entries were left out';

const recordings: Record<string, readonly [files: object, expected: string]> = {
  'a deep body': [archive(entry(JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`))), leftOut],
  'a long list': [archive(entry(many(300_000, Number))), leftOut],
  'many headers': [
    archive(entry({}, { headers: many(100_000, (index) => ({ name: `h${index}`, value: 'v' })) })),
    leftOut,
  ],
  'many parameters': [archive(entry({}, { url: `https://a.test/a?${'q=1&'.repeat(5000)}` })), leftOut],
  'many segments': [archive(entry({}, { url: `https://a.test${'/a'.repeat(5000)}` })), leftOut],
  'different properties in each entry': [archive(...many(300, (row) => entry(members(200, `m${row}x`)))), leftOut],
  'a long text': [text('x'.repeat(1_000_000)), '2 texts were shortened'],
  'a long text like a phone number': [text('+1-'.repeat(200_000)), '2 texts were shortened'],
  'a long text with names': [text('Ada Virta '.repeat(60_000)), '2 texts were shortened'],
  'a long text in base64': [text('QUFBQUFBQUFBQUFB'.repeat(60_000)), '2 texts were shortened'],
};

/** Only the CPU time is judged, so that a test beside much other work does not fail. */
const timeout = 120_000;

it.each(Object.entries(recordings))(
  'understudy learn finishes within the time limit for %s',
  { timeout },
  async (_name, [files, expected]) => {
    expect(await runOn(['learn'], files)).toContain(expected);
  },
);
