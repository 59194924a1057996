import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringifyJson } from '@understudy/contract';
import { describeApi } from '@understudy/described';
import type { ApiDefinition } from '@understudy/kernel';
import type { LearnedDescription, LearnOptions } from '@understudy/learning';
import { allowedRefFolders } from '../apis/load-api.js';
import { startSimulators } from '../start-simulators.js';

/**
 * Creates an API from a learned description.
 *
 * @param description path of the description that an Overlay corrects
 */
export async function createLearnedApi(
  learnt: LearnedDescription,
  description: string | undefined,
  name = 'learnt',
): Promise<ApiDefinition> {
  if ('overlay' in learnt && description !== undefined)
    return (await describeApi(description, { name, refFolders: allowedRefFolders, overlay: learnt.overlay })).api;
  const folder = await mkdtemp(join(tmpdir(), 'understudy-learn-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, stringifyJson('document' in learnt ? learnt.document : {}));
    return (await describeApi(file, { name })).api;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Serves a learned API in process, on a clock that follows the times of a recording. */
export async function serveLearnedApi(
  learnt: LearnedDescription,
  { at, description }: { at: number; description?: string },
): ReturnType<LearnOptions['serve']> {
  const api = await createLearnedApi(learnt, description);
  const simulators = await startSimulators({ apis: [api], at: new Date(at).toISOString() });
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
