import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiDefinition } from '@understudy/kernel';
import { createSimulators, type Simulators, type SimulatorsOptions } from '@understudy/server';
import { expect, onTestFinished } from 'vitest';
import { type DescribeOptions, describeApi } from '../describe-api.js';

export const describedOrigin = 'http://understudy.local';

/** An empty sandbox on a manual clock. */
export const emptySandbox = {
  clock: { mode: 'manual', at: '2026-01-15T09:00:00Z' },
  progression: 'immediate',
  seed: 'empty',
  randomSeed: '1',
} as const;

/** Serves an API from a description with a manual clock until the test ends. Fails if a defect is reported. */
export async function serveDescribed(
  api: Pick<ApiDefinition, 'simulator'>,
  options: Omit<Partial<SimulatorsOptions>, 'simulators'> = {},
): Promise<Simulators> {
  const simulators = createSimulators({ simulators: [await api.simulator()], sandbox: emptySandbox, ...options });
  simulators.ownOrigins.add(describedOrigin);
  onTestFinished(async () => {
    expect(simulators.defects).toEqual([]);
    await simulators.close();
  });
  return simulators;
}

/** Returns a function that sends a request such as `GET /pets`, with a string or an object, which is sent as JSON. */
export function createSender({ fetch }: Pick<Simulators, 'fetch'>, always: Readonly<Record<string, string>> = {}) {
  return async (call: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const [method = '', path = ''] = call.split(' ');
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const init = { method, headers: { ...type, ...always, ...headers }, ...sent };
    const response = await fetch(`${describedOrigin}${path}`, init);
    const text = await response.text();
    const { status, headers: received } = response;
    return { status, text, body: text === '' ? undefined : JSON.parse(text), headers: received };
  };
}

/** Creates an API from a description given as a string or an object. */
export async function describeText<Operations>(
  name: string,
  description: string | object,
  options: DescribeOptions<Operations> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-described-'));
  try {
    const file = join(folder, `${name}.yaml`);
    await writeFile(file, typeof description === 'string' ? description : JSON.stringify(description));
    return await describeApi(file, options);
  } finally {
    await rm(folder, { recursive: true });
  }
}
