import { describe, expect, it } from 'vitest';
import { encodings } from '../test/encodings.js';
import { formsOf, replaceSecrets } from './replace-secrets.js';

const secrets = ['canary/secret+77&x="q"', "it's <a> secret\\with = all", 'ünïcode-sécret-🔑', 'plain-canary-4711'];
const marks = (secret: string) => new Map(formsOf(secret).map((form) => [form, '[redacted]']));

describe.each(secrets)('the secret %s', (secret) => {
  it.each(Object.keys(encodings))('is taken out as %s', (name) => {
    const encoded = encodings[name]?.(secret) ?? '';
    const text = `{"before":"${encoded}","after":1}`;
    const replaced = replaceSecrets(text, marks(secret));
    expect(replaced).not.toContain(encoded);
    expect(replaced).toMatch(/^\{"before":"[^"]{0,8}\[redacted\][^"]{0,6}","after":1\}$/);
  });
});

it('leaves everything else as it is, escapes included', () => {
  const text = 'a\\/b %2F &amp; \\u0041 caf%C3%A9 100% \\';
  expect(replaceSecrets(text, marks('plain-canary-4711'))).toBe(text);
  expect(replaceSecrets(`${text}plain%2Dcanary-4711${text}`, marks('plain-canary-4711'))).toBe(
    `${text}[redacted]${text}`,
  );
});

it('takes time in proportion to the text, whatever is escaped in it', () => {
  const cost = (length: number): number => {
    const text = '\\u002f%2F&amp;'.repeat(length);
    const before = process.cpuUsage();
    replaceSecrets(text, marks('plain-canary-4711'));
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  cost(20_000);
  expect(cost(80_000)).toBeLessThan(40 * Math.max(cost(10_000), 5000));
});
