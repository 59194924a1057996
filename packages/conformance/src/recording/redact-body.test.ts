import { brotliCompressSync, brotliDecompressSync, deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { redactBody } from './redact-body.js';

const redact = (text: string): string => text.replaceAll('canary-1', 'redacted-1');
const shown = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

it.each([
  ['gzip', gzipSync, gunzipSync],
  ['X-GZIP', gzipSync, gunzipSync],
  ['deflate', deflateSync, inflateSync],
  ['br', brotliCompressSync, brotliDecompressSync],
  [undefined, gzipSync, gunzipSync],
] as const)('redacts secrets in a body compressed as %s, and compresses it again', (encoding, pack, unpack) => {
  expect(shown(unpack(redactBody(pack('it is canary-1'), encoding, redact)))).toBe('it is redacted-1');
  const binary = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('canary-1')]);
  expect(shown(unpack(redactBody(pack(binary), encoding, redact)))).toBe('\xff\xferedacted-1');
  const clean = pack('nothing');
  expect(redactBody(clean, encoding, redact)).toBe(clean);
});

it.each(['gzip', 'br', 'identity', undefined])(
  'redacts secrets in an uncompressed body with the content encoding %s',
  (said) => {
    expect(shown(redactBody(Buffer.from('it is canary-1'), said, redact))).toBe('it is redacted-1');
  },
);
