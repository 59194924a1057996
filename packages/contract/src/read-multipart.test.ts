import { describe, expect, it } from 'vitest';
import { readMultipart, toFormPairs } from './read-multipart.js';

const type = 'multipart/form-data; boundary=b';
const read = (text: string, contentType = type) => readMultipart(new TextEncoder().encode(text), contentType);
const part = (head: string, body: string) => `--b\r\n${head}\r\n\r\n${body}\r\n`;
const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value);
const shown = (result: ReturnType<typeof readMultipart>) =>
  'finding' in result
    ? result.finding.ruleId
    : result.parts.map(({ bytes, ...rest }) => ({ ...rest, text: new TextDecoder().decode(bytes) }));

describe('a multipart form', () => {
  it('keeps the fields, files and names that fetch sends in order', async () => {
    const form = new FormData();
    form.append('a', '1');
    form.append('a', 'zwei\r\nlines – ä');
    form.append(
      'file',
      new File([new Uint8Array([0, 255, 13, 10, 45, 45])], 'my "file".xml', { type: 'application/xml' }),
    );
    const request = new Request('http://understudy.local', { method: 'POST', body: form });
    const bytes = new Uint8Array(await request.arrayBuffer());
    const result = readMultipart(bytes, request.headers.get('content-type') ?? '');
    if ('finding' in result) throw new Error(result.finding.message);
    expect(result.parts.map(({ name, filename, mediaType }) => [name, filename, mediaType])).toEqual([
      ['a', undefined, undefined],
      ['a', undefined, undefined],
      ['file', 'my "file".xml', 'application/xml'],
    ]);
    expect([...(result.parts[2]?.bytes ?? [])]).toEqual([0, 255, 13, 10, 45, 45]);
    expect(toFormPairs(result.parts)).toEqual({
      value: [
        ['a', '1'],
        ['a', 'zwei\r\nlines – ä'],
        ['file', 'my "file".xml'],
      ],
    });
  });

  it('may contain a preamble, an epilogue, empty parts, tokens and encoded names', () => {
    const text = [
      'preamble\r\n',
      field('empty', ''),
      part('content-disposition: form-data; name=token; filename=a.xml\r\nContent-Type: text/xml', '<a/>'),
      part(`Content-Disposition: form-data; name="x"; filename="n.xml"; filename*=UTF-8''na%C3%AFve.xml`, ''),
      '--b--\r\nepilogue',
    ].join('');
    expect(shown(read(text))).toEqual([
      { name: 'empty', text: '' },
      { name: 'token', filename: 'a.xml', mediaType: 'text/xml', text: '<a/>' },
      { name: 'x', filename: 'naïve.xml', text: '' },
    ]);
  });

  it.each([
    ['--b--', 'multipart/form-data', 'body/no-boundary'],
    ['--b--', `multipart/form-data; boundary=${'x'.repeat(71)}`, 'body/no-boundary'],
    ['no form at all', type, 'body/malformed-multipart'],
    ['x--b--', type, 'body/malformed-multipart'],
    [field('a', '1').slice(0, -5), type, 'body/malformed-multipart'],
    [field('a', '1'), type, 'body/malformed-multipart'],
    [`${part('Content-Type: text/plain', '1')}--b--`, type, 'body/malformed-multipart'],
    [`${part(`X: ${'x'.repeat(20_000)}`, '1')}--b--`, type, 'body/malformed-multipart'],
    [`${field('a', '').repeat(1001)}--b--`, type, 'body/too-many-parts'],
  ])('is rejected if it is malformed: %j', (text, contentType, rule) => {
    expect(shown(read(text, contentType))).toBe(rule);
  });

  it('is rejected if a field is not UTF-8', () => {
    const result = readMultipart(Buffer.from(`${field('a', '\xff')}--b--`, 'latin1'), type);
    if ('finding' in result) throw new Error(result.finding.message);
    expect(toFormPairs(result.parts)).toMatchObject({ finding: { ruleId: 'body/broken-utf-8' } });
  });
});
