import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContractError, parsePointer, stringifyJson } from '@understudy/contract';
import { describeApi } from '@understudy/described';
import type { ApiDefinition } from '@understudy/kernel';
import type { LearnedDescription, LearnedSeed, LearnOptions } from '@understudy/learning';
import { allowedRefFolders } from '../apis/load-api.js';
import type { StartOptions } from '../start-options.js';
import { type RunningSimulators, startSimulators } from '../start-simulators.js';

/**
 * Creates an API from a learned description.
 *
 * @param description path of the description that an Overlay corrects
 */
export async function createLearnedApi(
  learnt: LearnedDescription,
  description: string | undefined,
): Promise<ApiDefinition> {
  if ('overlay' in learnt && description !== undefined) {
    const overlay = hasActions(learnt.overlay) ? { overlay: learnt.overlay } : {};
    return (await describeApi(description, { refFolders: allowedRefFolders, ...overlay })).api;
  }
  const folder = await mkdtemp(join(tmpdir(), 'understudy-learn-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, stringifyJson('document' in learnt ? learnt.document : {}));
    return (await describeApi(file)).api;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns whether a recording adds anything to a description. */
export function hasActions({ actions }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(actions) && actions.length > 0;
}

/**
 * Starts an API with those seed records that its description allows. Records that were only seen in lists can lack
 * members.
 */
export async function startLearnedApi(
  api: ApiDefinition,
  seed: LearnedSeed,
  options: StartOptions = {},
): Promise<{ readonly simulators: RunningSimulators; readonly seed: LearnedSeed }> {
  try {
    return { simulators: await startSimulators({ ...options, apis: [api], seed: { [api.name]: seed } }), seed };
  } catch (error) {
    const refused =
      error instanceof ContractError ? error.findings.filter((each) => each.ruleId === 'seed/record') : [];
    if (refused.length === 0) throw error;
    const places = new Set(refused.map(({ pointer }) => stringifyJson(parsePointer(pointer).slice(0, 2))));
    const left = Object.entries(seed).map(([name, records]): [string, readonly unknown[]] => [
      name,
      places.has(stringifyJson([name]))
        ? []
        : records.filter((_record, index) => !places.has(stringifyJson([name, String(index)]))),
    ]);
    return await startLearnedApi(api, Object.fromEntries(left.filter(([, records]) => records.length > 0)), options);
  }
}

/** Serves a learned API in process, on a clock that follows the times of a recording. */
export async function serveLearnedApi(
  learnt: LearnedDescription,
  { at, description, seed }: { at: number; description?: string; seed: LearnedSeed },
): ReturnType<LearnOptions['serve']> {
  const api = await createLearnedApi(learnt, description);
  const { simulators } = await startLearnedApi(api, seed, { at: new Date(at).toISOString() });
  let now = at;
  return {
    close: () => simulators.close(),
    send: async ({ method, path, headers, body }, time) => {
      if (time > now) await simulators.control.advance({ to: new Date(time).toISOString() });
      now = Math.max(now, time);
      const request = { method, url: `${simulators.url}${path}`, headers };
      const answer = await simulators.exchange(body === undefined ? request : { ...request, body });
      return { status: answer.status, responseHeaders: answer.headers, responseBody: answer.body };
    },
  };
}
