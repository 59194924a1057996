import { expect, it } from 'vitest';
import { findUsableWebhook } from './job-outcome.js';

const webhookUrl = 'https://shop.example/hooks?source=a%20b#c';

it.each([
  [{ webhookUrl }, { webhookUrl }],
  [
    { webhookUrl, webhookApiKey: '' },
    { webhookUrl, webhookApiKey: '' },
  ],
  [{ webhookUrl, webhookApiKey: null }, { webhookUrl }],
  [{ webhookUrl: 'HTTP://localhost:1/x', more: 1 }, { webhookUrl: 'HTTP://localhost:1/x' }],
])('the webhook %j is usable', (given, webhook) => {
  expect(findUsableWebhook(given)).toEqual(webhook);
});

it.each([
  [undefined],
  [null],
  [[{ webhookUrl }]],
  ['https://shop.example'],
  [{}],
  [{ webhookUrl: 7 }],
  [{ webhookUrl: '' }],
  [{ webhookUrl: 'shop.example/hooks' }],
  [{ webhookUrl: 'ftp://shop.example' }],
  [{ webhookUrl: 'http:shop.example' }],
  [{ webhookUrl: ' http://shop.example' }],
  [{ webhookUrl: 'http://shop.example/a b' }],
  [{ webhookUrl: 'http://host:99999/x' }],
  [{ webhookUrl: 'http://[::1/x' }],
  [{ webhookUrl, webhookApiKey: 7 }],
  // Values that a header cannot contain, or not unchanged.
  [{ webhookUrl, webhookApiKey: '\u043A\u043B\u044E\u0447' }],
  [{ webhookUrl, webhookApiKey: 'caf\u00E9' }],
  [{ webhookUrl, webhookApiKey: 'a\r\nb: c' }],
  [{ webhookUrl, webhookApiKey: ' padded ' }],
  [{ webhookUrl, webhookApiKey: 'tab\t' }],
])('the webhook %j is not usable', (given) => {
  expect(findUsableWebhook(given)).toBeUndefined();
});
