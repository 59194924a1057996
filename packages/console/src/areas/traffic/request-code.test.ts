import { execFileSync } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import type { JournalEntry } from '../../api/types.js';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const demo = { token: undefined, values: { client_secret: 'mine', 'x-api-key': 'mine' } };
const whole = '# The journal truncated this body. Save the full body in the file "body".';

it.each([
  [
    form,
    [
      ['client_id', "o'brien & co"],
      ['client_secret', '[redacted]'],
      ['a=b', ''],
    ],
    [
      '--data-urlencode',
      "client_id=o'brien & co",
      '--data-urlencode',
      'client_secret=mine',
      '--data-urlencode',
      'a%3Db=',
    ],
  ],
  [{ 'content-type': 'application/json' }, [['a', 1]], ['--data-raw', '[["a",1]]']],
  [{}, 'text\r\n--edge--', ['--data-raw', 'text\r\n--edge--']],
  [{}, '{"a":"long… [70000 in all]', ['--data-binary', '@body'], whole],
  [{}, 'long… [the beginning]', ['--data-binary', '@body'], whole],
  [{}, '%PDF \ufffd', ['--data-binary', '@body'], whole],
])(
  'a curl command sends the recorded body, or notes that the body is truncated: %j %j',
  async (headers, body, sent, remark = '') => {
    vi.stubGlobal('location', new URL('http://127.0.0.1:4010/_sim/ui/'));
    const { toCurlCommand: asCurl } = await import('./request-code.js');
    const at = '2026-01-15T09:00:00.000Z';
    const command = asCurl(
      { seq: 1, at, type: 'request', cause: null, method: 'POST', url: '/x', request: { headers, body } },
      demo,
    );
    const script = `curl() { printf '%s\n' "$@"; }; ${command.replace(remark, '')}`;
    const types = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const [, , , ...rest] = execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
    expect([command.startsWith(remark), rest]).toEqual([true, [...types, ...sent.flatMap((text) => text.split('\n'))]]);
    vi.unstubAllGlobals();
  },
);

it('a curl command escapes shell syntax and targets this server, whatever the request contains', async () => {
  vi.stubGlobal('location', new URL('http://127.0.0.1:4010/_sim/ui/'));
  const { toCurlCommand: asCurl } = await import('./request-code.js');
  const headers = { 'x`echo$ifs`': '[redacted]', 'x-api-key': '[redacted]', 'x-note': "'$(id)'" };
  const urls = ['/io/data?a=$(id)', '//other.example/io/data', 'http://other.example/io/data', '*'];
  const sent = urls.map((url) => {
    const entry: JournalEntry = {
      seq: 1,
      at: '2026-01-15T09:00:00.000Z',
      type: 'request',
      cause: null,
      url,
      request: { headers, body: '@/etc/hostname' },
    };
    const script = `curl() { printf '%s\n' "$@"; }; ${asCurl(entry, demo)}`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
  });
  const rest = ['-H', 'x`echo$ifs`: any', '-H', 'x-api-key: mine', '-H', "x-note: '$(id)'"];
  const paths = ['/io/data?a=$(id)', '//other.example/io/data', '/http://other.example/io/data', '/*'];
  expect(sent).toEqual(
    paths.map((path) => ['-X', 'GET', `http://127.0.0.1:4010${path}`, ...rest, '--data-raw', '@/etc/hostname']),
  );
  vi.unstubAllGlobals();
});
