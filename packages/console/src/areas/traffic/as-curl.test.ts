import { execFileSync } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import type { JournalEntry } from '../../api/types.js';

it('is a command that runs nothing else and goes to this server, whatever a caller has sent', async () => {
  vi.stubGlobal('location', new URL('http://127.0.0.1:4010/_sim/ui/'));
  const { asCurl } = await import('./as-curl.js');
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
    const script = `X_API_KEY=mine; curl() { printf '%s\n' "$@"; }; ${asCurl(entry)}`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
  });
  const rest = ['-H', 'x`echo$ifs`: [redacted]', '-H', 'x-api-key: mine', '-H', "x-note: '$(id)'"];
  const paths = ['/io/data?a=$(id)', '//other.example/io/data', '/http://other.example/io/data', '/*'];
  expect(sent).toEqual(
    paths.map((path) => ['-X', 'GET', `http://127.0.0.1:4010${path}`, ...rest, '--data-raw', '@/etc/hostname']),
  );
  vi.unstubAllGlobals();
});
