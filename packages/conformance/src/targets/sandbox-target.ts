import { defaultStartInstant, stringifyJson } from '@understudy/contract';
import { advanceClock, callControl, requestControl, type SandboxOptions } from './control.js';
import type { IsolatedTarget, Target } from './target.js';

const attempts = 50;

/**
 * Creates a sandbox on a running simulator with a manual clock, immediate progression, no data, and its name as the
 * random seed. If the name exists, appends `-2`, `-3` and so on.
 */
export async function createSandboxTarget(
  root: Target,
  name: string,
  options: SandboxOptions,
): Promise<IsolatedTarget> {
  const send: Target['send'] = (request) => root.send(request);
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const sandbox = attempt === 1 ? name : `${name.slice(0, 58)}-${attempt}`;
    const wish = {
      ...{ name: sandbox, clock: 'manual', at: options.at ?? defaultStartInstant },
      ...{ progression: 'immediate', seed: 'empty', randomSeed: name },
    };
    const { status, body } = await requestControl(send, 'POST', `${root.baseUrl}/_sim/sandboxes`, wish);
    if (status === 409) continue;
    if (status === 201) return sandboxTarget(root, sandbox);
    const answer = `${root.baseUrl} returned ${status}: ${stringifyJson(body)}`;
    throw new Error(`Cannot create the sandbox ${sandbox}: ${answer}`);
  }
  throw new Error(
    `The sandbox names ${name} to ${name}-${attempts} all exist; delete old ones with DELETE /_sim/sandboxes/{name}.`,
  );
}

function sandboxTarget(root: Target, sandbox: string): IsolatedTarget {
  const baseUrl = `${root.baseUrl}/~${sandbox}`;
  const target: IsolatedTarget = {
    name: root.name,
    baseUrl,
    capabilities: root.capabilities,
    send: (request) => root.send(request),
    wait: (milliseconds, signal) => advanceClock(target, milliseconds, signal),
    probe: (signal) => root.probe(signal),
    dispose: async () => {
      await callControl(target.send, 'DELETE', `${root.baseUrl}/_sim/sandboxes/${sandbox}`);
    },
  };
  return target;
}
