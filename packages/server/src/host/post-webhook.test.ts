import type { ServerResponse } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { WebhookPolicy, WebhookRequest } from '@understudy/kernel';
import { sendWebhook as sendWith } from '@understudy/kernel/serving';
import { afterEach, describe, expect, it } from 'vitest';
import { postWebhook } from './post-webhook.js';

const sendWebhook = (request: WebhookRequest) => sendWith(request, postWebhook);

/** Self-signed certificate for localhost, created for this test. */
const identity = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZMXg9xzhmTCFGN8M
13+V0l0gzkwIYCdLsfZH4rYMmYihRANCAATkzhbqplZfsDaSf5fRXonYf0a8DvSA
32gGu5Be+4K+6PbwXpxoBjxriUEQnKF6Sy7ktlgFhaE+vngM4DNKphUM
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUYoih13WLw0C+oi9XdnWK8+Sk2CIwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTEwMzAzN1oYDzIxMjYxMDI4
MTAzMDM3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATkzhbqplZfsDaSf5fRXonYf0a8DvSA32gGu5Be+4K+6PbwXpxoBjxr
iUEQnKF6Sy7ktlgFhaE+vngM4DNKphUMo1MwUTAdBgNVHQ4EFgQUTLV0ZvKKcOxr
kEm5kXypGiaBGtkwHwYDVR0jBBgwFoAUTLV0ZvKKcOxrkEm5kXypGiaBGtkwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA97pvYbOl+7ShZ6a88hCs
71gzjsN8LrsHd1cMVAuDdIUCIDfzibyjZm/7rDXbYqxxk8EoMJSd/GxVFq+luvHK
EMCr
-----END CERTIFICATE-----
`,
};

const open: Array<() => void> = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

const endAnswer = (response: ServerResponse): unknown => response.end('answer');

/** @returns the URL of a receiver and the requests it has received */
async function receiver(
  options: ServerOptions,
  status = 200,
  answer = endAnswer,
): Promise<{ url: string; received: unknown[] }> {
  const received: unknown[] = [];
  const server = createServer({ ...identity, ...options }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push([request.method, request.headers['x-key'], Buffer.concat(chunks).toString()]);
    if (status !== 0) answer(response.writeHead(status));
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook?x=1`, received };
}

const policy: WebhookPolicy = {
  timeoutSeconds: 5,
  attempts: 1,
  retryDelaysSeconds: [0],
  successStatuses: [200, 201, 204],
};
const send = (url: string, changed: Partial<WebhookPolicy> = {}) =>
  sendWebhook({ url, headers: { 'x-key': 'k' }, body: { a: 1 }, policy: { ...policy, ...changed } });

describe('an HTTPS webhook', () => {
  it.each(['TLSv1.2', 'TLSv1.3'] as const)('is delivered over %s', async (version) => {
    const { url, received } = await receiver({ minVersion: version, maxVersion: version });
    expect(await send(url)).toEqual({ outcome: 'delivered', status: 200 });
    expect(received).toEqual([['POST', 'k', '{"a":1}']]);
  });

  it.each(['TLSv1', 'TLSv1.1'] as const)('fails if the receiver supports only %s', async (version) => {
    const { url, received } = await receiver({
      minVersion: version,
      maxVersion: version,
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    expect(await send(url)).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('could not be reached'),
    });
    expect(received).toEqual([]);
  });

  it('counts as delivered only if its policy accepts the returned status code', async () => {
    const { url } = await receiver({}, 202);
    expect(await send(url)).toEqual({
      outcome: 'failed',
      status: 202,
      error: 'The receiver returned 202; only 200, 201, 204 count as received',
    });
    const { successStatuses: _none, ...usual } = policy;
    expect(await sendWebhook({ url, headers: {}, body: {}, policy: usual })).toMatchObject({ outcome: 'delivered' });
  });

  it('is sent with the configured method, and without a body if none is given', async () => {
    const { url, received } = await receiver({});
    const told = { url, headers: {}, policy };
    await sendWebhook({ ...told, method: 'PUT', body: { a: 1 } });
    await sendWebhook({ ...told, method: 'DELETE', body: undefined });
    expect(received).toEqual([
      ['PUT', undefined, '{"a":1}'],
      ['DELETE', undefined, ''],
    ]);
  });

  it.each<[string, typeof endAnswer, string]>([
    ['does not end in time', (response) => response.write('begin'), 'did not finish its response within 0.5 seconds'],
    ['is cut off', (response) => response.write('begin', () => response.destroy()), 'ECONNRESET'],
    ['is too long', (response) => response.end(Buffer.alloc(1024 ** 2 + 1)), 'its response exceeds 1048576 bytes'],
  ])('fails when the response begins in time but %s', async (_case, answer, error) => {
    const { url } = await receiver({}, 200, answer);
    expect(await send(url, { timeoutSeconds: 0.5 })).toEqual({
      outcome: 'failed',
      error: expect.stringContaining(error),
    });
  });

  it('fails when no response arrives in time', async () => {
    const { url } = await receiver({}, 0);
    expect(await send(url, { timeoutSeconds: 0.2 })).toEqual({
      outcome: 'failed',
      error: 'The receiver did not finish its response within 0.2 seconds',
    });
  });
});
