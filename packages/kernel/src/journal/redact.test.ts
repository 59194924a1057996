import { describe, expect, it } from 'vitest';
import { redactEntry } from './redact.js';

const shown = (body: unknown): unknown =>
  redactEntry({ seq: 1, at: '2026-01-15T09:00:00.000Z', type: 'message', cause: null, request: { headers: {}, body } })
    .request?.body;

/** Returns the CPU time in milliseconds, as the minimum of three runs. */
function cost(body: string): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const { user } = process.cpuUsage();
      shown(body);
      return (process.cpuUsage().user - user) / 1000;
    }),
  );
}

describe('redactEntry', () => {
  it('redacts secret fields of a multipart form, with quoted or unquoted names', () => {
    const part = (name: string, value: string) =>
      `--b\r\nContent-Disposition: form-data; name=${name}\r\nContent-Type: text/plain\r\n\r\n${value}\r\n`;
    const text = shown(`${part('"token"', 'abc')}${part('user_pw', 'def')}${part('"token_type"', 'ghi')}--b--`);
    expect(text).toBe(
      `${part('"token"', '[redacted]')}${part('user_pw', '[redacted]')}${part('"token_type"', 'ghi')}--b--`,
    );
  });

  it('leaves no part of a secret at the truncation point', () => {
    const head = 'Content-Disposition: form-data; name="client_secret"\n\n';
    const text = String(shown(`${'-'.repeat(16_384 - head.length - 3)}\n${head}s3cret`));
    expect(text).not.toContain('s3');
    expect(text).toContain(`[${16_384 + 4} characters]`);
  });

  it.each(['name=token', 'name="token"\n', 'name=token\r\n\r\n', '?token=', 'a://b'])(
    'takes linear time for a body that repeats %j',
    (piece) => {
      // The displayed text ends long before either.
      expect(cost(piece.repeat(40_000))).toBeLessThan(10 * Math.max(5, cost(piece.repeat(4000))));
    },
  );
});
