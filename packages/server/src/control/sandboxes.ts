import type { ErrorResult, SandboxOverview } from '@understudy/kernel';
import {
  createSandboxHostUrl,
  createSandboxLimitError,
  defaultSandboxName,
  NotArchivedError,
  type Sandbox,
  SandboxExistsError,
  SandboxLimitError,
  type SandboxSnapshot,
  ServedElsewhereError,
  stripSandboxHost,
  UnavailableError,
} from '@understudy/kernel/serving';
import type { components } from '../generated/types.js';
import { findSandboxOwner } from '../guard/control-guard.js';
import { restoreClock, summarizeSandbox } from '../sandboxes/sandbox-entry.js';
import { presentClockReading } from './clock.js';
import { type ControlContext, type ControlOperations, canSeeSnapshot } from './control-context.js';
import { controlErrors, createInvalidInputError } from './control-errors.js';

export const sandboxOperations = {
  listSandboxes: async (_input, context) => ({
    status: 200,
    body: {
      sandboxes: (await context.server.sandboxes.list()).flatMap(({ name, isActive, summary }) => {
        // A sandbox without a summary is listed only after its activation.
        if (summary === undefined || !maySee(context, summary)) return [];
        const shown = present(name, summary, context);
        return [isActive ? shown : { ...shown, asleep: true }];
      }),
    },
  }),

  createSandbox: async ({ body }, context) => {
    const { sandboxes } = context.server;
    const findings = context.sandbox.settings.check(body.settings ?? {}, '/body/settings');
    if (findings.length > 0) return controlErrors.badRequest(findings);
    const owner = findSandboxOwner(context.caller);
    const release = owner === undefined ? undefined : await reserve(owner, body.name, context);
    if (typeof release === 'object') return release;
    try {
      const { from, ...request } = { ...body, ...(owner === undefined ? {} : { owner }) };
      const origin = from === undefined ? undefined : await originOf(from, context);
      if (origin !== undefined && 'refused' in origin) return origin;
      const sandbox = await sandboxes.create(origin === undefined ? request : { ...request, from: origin });
      const made = presentSandbox(sandbox, context);
      await sandboxes.release(made.name);
      return { status: 201, body: made };
    } catch (error) {
      if (error instanceof SandboxExistsError) return controlErrors.sandboxExists(body.name);
      if (error instanceof SandboxLimitError) return createSandboxLimitError(error.message);
      // While this process drains, other processes create new sandboxes.
      if (error instanceof ServedElsewhereError && context.server.ownership?.isDraining !== true)
        return controlErrors.sandboxExists(body.name);
      if (error instanceof NotArchivedError || error instanceof UnavailableError) throw error;
      return createInvalidInputError('/body', error instanceof Error ? error.message : String(error));
    } finally {
      release?.();
    }
  },

  deleteSandbox: async ({ path }, context) => {
    const { server, sandbox } = context;
    if (!(await mayReach(context, path.name))) return controlErrors.unknownSandbox(path.name);
    if (path.name === defaultSandboxName) return controlErrors.defaultSandbox();
    // Otherwise the deletion would wait for this request to finish.
    if (path.name === sandbox.name) await sandbox.clock.settled(['work']);
    return (await server.sandboxes.delete(path.name)) ? { status: 204 } : controlErrors.unknownSandbox(path.name);
  },

  resetSandbox: async (_input, context) => {
    await context.sandbox.reset();
    return { status: 200, body: presentSandbox(context.sandbox, context) };
  },

  seedSandbox: async ({ body }, context) => {
    try {
      await context.sandbox.replaceState('seed' in body ? body.seed : body.data);
    } catch (error) {
      if (error instanceof NotArchivedError || error instanceof UnavailableError) throw error;
      return createInvalidInputError('/body', error instanceof Error ? error.message : String(error));
    }
    return { status: 200, body: presentSandbox(context.sandbox, context) };
  },
} satisfies Partial<ControlOperations>;

export async function mayReach(context: ControlContext, name: string): Promise<boolean> {
  if (findSandboxOwner(context.caller) === undefined) return true;
  const all = await context.server.sandboxes.list();
  const summary = all.find((entry) => entry.name === name)?.summary;
  return summary !== undefined && maySee(context, summary);
}

function maySee({ caller }: ControlContext, { owner }: SandboxOverview): boolean {
  const own = findSandboxOwner(caller);
  return own === undefined || own === owner;
}

/** Reserves a sandbox for a token. @returns a function that ends the reservation, or an error if it was rejected */
async function reserve(
  owner: string,
  name: string,
  { server }: ControlContext,
): Promise<(() => void) | ErrorResult | undefined> {
  const most = server.guard?.limitsOf(owner).sandboxes;
  const release = await server.admitGrowth(owner, 1);
  release();
  if (most === undefined) return undefined;
  const listOwn = async () =>
    (await server.sandboxes.list()).filter(({ summary }) => summary?.owner === owner).map((entry) => entry.name);
  return (await server.creations.reserve({ owner, name }, most, listOwn)) ?? controlErrors.sandboxLimit(owner, most);
}

async function originOf(
  from: components['schemas']['SandboxOrigin'],
  context: ControlContext,
): Promise<SandboxSnapshot | ErrorResult> {
  const { server } = context;
  if ('snapshot' in from) {
    const snapshot = canSeeSnapshot(context, from.snapshot) ? await server.snapshots.get(from.snapshot) : undefined;
    return snapshot ?? controlErrors.unknownSnapshot(from.snapshot);
  }
  if (!(await mayReach(context, from.sandbox))) return controlErrors.unknownSandbox(from.sandbox);
  return (await server.sandboxes.snapshotOf(from.sandbox)) ?? controlErrors.unknownSandbox(from.sandbox);
}

export function presentSandbox(sandbox: Sandbox, context: ControlContext): components['schemas']['Sandbox'] {
  return present(sandbox.name, summarizeSandbox(sandbox), context);
}

function present(
  name: string,
  summary: SandboxOverview,
  { baseUrl }: ControlContext,
): components['schemas']['Sandbox'] {
  const origin = stripSandboxHost(baseUrl.replace(/\/~[^/]*$/, ''));
  const byHost = name === defaultSandboxName ? undefined : createSandboxHostUrl(origin, name);
  return {
    name,
    url: name === defaultSandboxName ? origin : `${origin}/~${name}`,
    ...(byHost === undefined ? {} : { hostUrl: byHost }),
    clock: presentClockReading(restoreClock(summary)),
    progression: summary.progression,
    seed: summary.seed,
    ...(summary.owner === undefined ? {} : { owner: summary.owner }),
    ...(summary.storedBytes === undefined ? {} : { storedBytes: summary.storedBytes }),
  };
}
