import { describe, expect, it } from 'vitest';
import { secretEncodings } from '../testing/encodings.js';
import { KnownSecrets } from './known-secrets.js';
import { replaceSecrets } from './replace-secrets.js';

const secrets = ['canary/secret+77&x="q"', "it's <a> secret\\with = all", 'ünïcode-sécret-🔑', 'plain-canary-4711'];
const marks = (...secrets: string[]): KnownSecrets => {
  const known = new KnownSecrets();
  for (const secret of secrets) known.add(secret, '[redacted]');
  return known;
};

describe.each(secrets)('the secret %s', (secret) => {
  it.each(Object.keys(secretEncodings))('is redacted when encoded as %s', (name) => {
    const encoded = secretEncodings[name]?.(secret) ?? '';
    const text = `{"before":"${encoded}","after":1}`;
    const replaced = replaceSecrets(text, marks(secret));
    expect(replaced).not.toContain(encoded);
    expect(replaced).toMatch(/^\{"before":"[^"]{0,8}\[redacted\][^"]{0,6}","after":1\}$/);
  });
});

it('leaves all other text unchanged, including escapes', () => {
  const text = 'a\\/b %2F &amp; \\u0041 caf%C3%A9 100% \\';
  expect(replaceSecrets(text, marks('plain-canary-4711'))).toBe(text);
  expect(replaceSecrets(`${text}plain%2Dcanary-4711${text}`, marks('plain-canary-4711'))).toBe(
    `${text}[redacted]${text}`,
  );
});

function cost(text: string, known = marks('plain-canary-4711')): number {
  const { user } = process.cpuUsage();
  replaceSecrets(text, known, () => '[redacted]');
  return (process.cpuUsage().user - user) / 1000;
}

/** Returns whether a condition holds in one of five attempts. Other threads can slow down an attempt. */
const holds = (attempt: () => boolean) => [1, 2, 3, 4, 5].some(attempt);

it.each([
  '\\u002f%2F&amp;',
  '\\'.repeat(64),
  '%25'.repeat(9),
  '=3D=\r\n',
  '\\3d ',
  '0x3d, ',
  '61:',
  '-61, ',
  'MFZWIZTB',
  'c2VjcmV0',
  '"token"',
  '"token":"\\',
  'token=',
  '<token ',
  '<token><',
  ' token = ',
  'content-disposition: x; name="token"\n',
  'content-disposition: x; name=',
  'eyJ0b2tlbi.eyJ',
  'bearer ',
  'a.b+c-d://x',
])('takes linear time for a text full of %j', (piece) => {
  const text = (length: number) => piece.repeat(Math.ceil(length / piece.length));
  // Linear time would be 8 times as long, and quadratic time 64 times.
  expect(holds(() => cost(text(160_000)) < 40 * Math.max(5, cost(text(20_000))))).toBe(true);
});

it('stays fast with thousands of similar secrets', () => {
  const secrets = (count: number) => Array.from({ length: count }, (_, index) => `${'a'.repeat(99)}${index}`);
  const text = 'a'.repeat(200_000);
  const [few, some] = [marks(...secrets(100)), marks(...secrets(900))];
  expect(holds(() => cost(text, some) < 6 * Math.max(5, cost(text, few)))).toBe(true);
  const many = secrets(3000);
  const before = process.cpuUsage().user;
  const known = marks(...many);
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(2000);
  expect(replaceSecrets(`a ${many.at(-1)} b`, known)).toBe('a [redacted] b');
});
