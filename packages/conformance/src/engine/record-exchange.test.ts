import { expect, it } from 'vitest';
import { createRedactor } from '../redactor.js';
import { recordRequest } from './record-exchange.js';

const secret = `long-${'s3cret-'.repeat(60)}end`;
const request = (text: string) => ({
  method: 'POST',
  url: 'http://a/',
  headers: {},
  body: new TextEncoder().encode(text),
});

it.each([0, 100, 300, 420])('shows no part of a secret where a long body is truncated (offset %d)', (more) => {
  // Many secrets leave little of the processed part.
  const text = `${'é'.repeat(100 + more)}${`${secret} `.repeat(100)}`;
  const { body } = recordRequest(request(text), createRedactor([secret]));
  expect(body).not.toContain('s3cret');
  expect(body).toMatch(/^é+(\[redacted\] ){10}/);
});

it.each(['a', 'é', '漢'])('truncates a long body of %s to 8192 characters', (letter) => {
  const { body, bodyBytes } = recordRequest(request(letter.repeat(20_000)), createRedactor([secret]));
  expect(body).toBe(`${letter.repeat(8192)}…`);
  expect(bodyBytes).toBe(20_000 * Buffer.from(letter).byteLength);
});

it('shows a body of up to 8192 characters completely', () => {
  for (const length of [1, 8191, 8192])
    expect(recordRequest(request('a'.repeat(length)), createRedactor([secret])).body).toBe('a'.repeat(length));
});
