import { expect, it } from 'vitest';
import { describeApi } from '../describe-api.js';
import { createSender, serveDescribed } from '../testing/serve-described.js';

const withoutKey = {
  overlay: '1.0.0',
  info: { title: 'A key that no response contains', version: '1' },
  actions: [{ target: "$.paths['/v1/customers/{customer}']", update: { 'x-understudy': { key: 'nothing' } } }],
};

it.each([
  ['shop', undefined, []],
  ['payments', undefined, []],
  ['chat', undefined, []],
  ['cloud', undefined, []],
  ['cluster', undefined, []],
  ['tracker', undefined, []],
  ['payments', withoutKey, ['v1.customers: the response to a creation does not contain its key']],
])('tries what it inferred of %s', async (style, overlay, expected) => {
  const described = await describeApi(new URL(`../testing/${style}.yaml`, import.meta.url), overlay && { overlay });
  const send = createSender(await serveDescribed(described.api), { 'x-key': 'k' });
  const findings = await described.tryPlan(({ method, path, headers, body }) =>
    send(`${method} ${path}`, body, headers),
  );
  expect(findings.map(({ message }) => message)).toEqual(expected);
});
