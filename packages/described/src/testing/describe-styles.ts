import { getMember } from '@understudy/model';
import { describe, expect, it } from 'vitest';
import { describeApi } from '../describe-api.js';
import { createSender, serveDescribed } from './serve-described.js';

/**
 * A request, the expected status and parts of the expected response. `$1` stands for the id in the first response, `$2`
 * for the id in the second.
 */
export type StyleStep =
  | readonly [call: string, status: number, expected?: unknown]
  | readonly [call: string, body: unknown, status: number, expected?: unknown];

/** Possible names of an id in a response. The first match is used. */
const ids = ['id', 'sid', 'ts', 'ssh_key.id', 'room.id', 'metadata.name'];

/** Runs the cases of each style with the description of the same name in this folder. */
export function describeStyles(styles: Record<string, Record<string, readonly StyleStep[]>>): void {
  describe.each(Object.entries(styles))('an API in the style of %s', (style, cases) => {
    it.each(Object.entries(cases))('%s', async (_what, steps) => {
      const { api } = await describeApi(new URL(`./${style}.yaml`, import.meta.url));
      const simulators = await serveDescribed(api);
      const send = createSender(simulators);
      const found: string[] = [];
      const filled = <Value>(value: Value): Value =>
        typeof value === 'string'
          ? (value.replace(/\$(\d)/g, (_sign, index) => found[index - 1] ?? '') as Value)
          : Array.isArray(value)
            ? (value.map(filled) as Value)
            : isPlain(value)
              ? (Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each)])) as Value)
              : value;
      for (const [call, ...rest] of steps) {
        const [body, status, expected = {}] = typeof rest[0] === 'number' ? [undefined, ...rest] : rest;
        const answer = await send(filled(call), filled(body), patch(call));
        found.push(idIn(answer.body));
        expect([call, answer.status, answer.body]).toEqual([
          call,
          status,
          Number(status) < 204 ? like(filled(expected)) : answer.body,
        ]);
      }
    });
  });
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Matches objects that have additional members, at any depth. */
function like(expected: unknown): unknown {
  if (Array.isArray(expected)) return expected.map(like);
  if (!isPlain(expected)) return expected;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(expected).map(([name, each]) => [name, like(each)])),
  );
}

function idIn(body: unknown): string {
  return String(ids.map((path) => getMember(body, path)).find((value) => value !== undefined));
}

function patch(call: string): Record<string, string> {
  return call.startsWith('PATCH') ? { 'content-type': 'application/merge-patch+json' } : {};
}
