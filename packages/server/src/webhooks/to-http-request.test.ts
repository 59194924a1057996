import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookRequest } from '@understudy/kernel';
import { sendWebhook as sendWith, toHttpRequest } from '@understudy/kernel/serving';
import { expect, it } from 'vitest';
import { postWebhook } from '../host/post-webhook.js';

const sendWebhook = (request: WebhookRequest) => sendWith(request, postWebhook);

const policy = { timeoutSeconds: 5, attempts: 1, retryDelaysSeconds: [0] };

it.each([
  ['an ordinary key', { 'x-api-key': 'hook-key-1' }, 'http://127.0.0.1/in?x=%20'],
  ['spaces around a key', { 'X-Api-Key': '  padded ' }, 'http://127.0.0.1/in'],
  ['user and password', { 'x-api-key': 'k' }, 'http://us%3Aer:p%40ss@127.0.0.1/in?x=1'],
  ['a percent sign that encodes nothing', { 'x-api-key': 'k' }, 'http://user:100%@127.0.0.1/in'],
])(
  'toHttpRequest returns the URL and headers that the receiver of a webhook gets: %s',
  async (_what, headers, address) => {
    const seen: unknown[] = [];
    const server = createServer((request, response) => {
      seen.push([request.headers['x-api-key'], request.headers.authorization, request.url]);
      response.writeHead(204).end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const url = address.replace('127.0.0.1', `127.0.0.1:${port}`);
    const report = await sendWebhook({ url, headers, body: {}, policy });
    server.closeAllConnections();
    server.close();
    expect(report).toEqual({ outcome: 'delivered', status: 204 });
    const sent = toHttpRequest({ url, headers });
    const { pathname, search } = new URL(sent.url);
    expect(seen).toEqual([[sent.headers['x-api-key'], sent.headers['authorization'], `${pathname}${search}`]]);
  },
);

it.each(['\u043A\u043B\u044E\u0447', 'a\r\nb: c', 'null\0'])(
  'a webhook with the invalid header value %j fails',
  async (key) => {
    const request = { url: 'http://127.0.0.1:9/in', headers: { 'x-api-key': key }, body: {}, policy };
    expect(() => toHttpRequest(request)).toThrow(/the header x-api-key/);
    expect(await sendWebhook(request)).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('x-api-key'),
    });
  },
);
