import type { Simulators } from '@understudy/server';
import { expect, it } from 'vitest';
import { describeApi } from './describe-api.js';
import { describedOrigin, serveDescribed } from './testing/serve-described.js';
import type { ScratchSender } from './try-plan.js';

const sendTo =
  (simulators: Simulators): ScratchSender =>
  async ({ method, path, headers, body }) => {
    const all = { ...headers, 'x-key': 'k' };
    const response = await simulators.fetch(`${describedOrigin}${path}`, {
      method,
      headers: all,
      ...(body ? { body } : {}),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };

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
  const described = await describeApi(new URL(`./testing/${style}.yaml`, import.meta.url), overlay && { overlay });
  const findings = await described.tryPlan(sendTo(await serveDescribed(described.api)));
  expect(findings.map(({ message }) => message)).toEqual(expected);
});
