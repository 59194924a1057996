import { createHmac } from 'node:crypto';
import type { TextSigner } from '@understudy/kernel';
import { expect, it } from 'vitest';
import { createSignedPath, isSignedPath } from './upload-data.js';

const signerOf = (key: string): TextSigner => {
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  return { sign, verify: (text, signature) => sign(text) === signature };
};
const signer = signerOf('key');
const address = { name: 'inventory', prefix: '/io', jobId: 'j1', expires: 1000 };
const path = createSignedPath(signer, address);

it('a signed path is valid if it is unchanged', () => {
  expect(path).toMatch(/^\/_uploads\/io\/j1\?expires=1000&signature=[0-9a-f]{64}$/);
  expect(isSignedPath(signer, address, path)).toBe(true);
});

it.each([
  ['another expiry', { expires: 1001 }, path],
  ['the same expiry written differently', {}, path.replace('1000', '1e3')],
  ['an expiry that is not a number', { expires: Number('x') }, path.replace('1000', 'NaN')],
  ['another job', { jobId: 'j2' }, path.replace('j1', 'j2')],
  ['an encoded job', {}, path.replace('j1', '%6A1')],
  ['another prefix', {}, path.replace('/io', '/td')],
  ['another API with the same prefix', { name: 'time' }, path],
  ['an upper-case digit in the signature', {}, path.replace(/[a-f](?=[^a-f]*$)/, (digit) => digit.toUpperCase())],
  ['another last digit', {}, path.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))],
  ['a shorter signature', {}, path.slice(0, -1)],
  ['no signature', {}, path.replace(/&.*/, '')],
  ['an additional parameter at the end', {}, `${path}&x=1`],
  ['an additional parameter at the start', {}, path.replace('?', '?x=1&')],
  ['the parameters in another order', {}, path.replace(/\?(.*)&(.*)/, '?$2&$1')],
  ['a slash more', {}, path.replace('?', '/?')],
])('a signed path is invalid with %s', (_what, change, url) => {
  expect(isSignedPath(signer, { ...address, ...change }, url)).toBe(false);
});

it('a signed path is invalid for another key', () => {
  expect(isSignedPath(signerOf('other'), address, path)).toBe(false);
});
