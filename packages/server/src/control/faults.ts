import { omitUndefined, stringifyJson } from '@understudy/contract';
import { parseDuration, type SandboxSetup } from '@understudy/kernel';
import {
  type CountedFault,
  estimateRecordBytes,
  type FaultDelay,
  type FaultEffect,
  type FaultRule,
  maxInstant,
} from '@understudy/kernel/serving';
import type { components } from '../generated/types.js';
import type { ServerContext } from '../server-context.js';
import { checkFault } from './check-fault.js';
import { lowerCaseHeaderNames } from './check-response-headers.js';
import { type ControlContext, type ControlOperations, countStored } from './control-context.js';
import { controlErrors, createInvalidInputError } from './control-errors.js';

type Schemas = components['schemas'];

export const faultOperations = {
  listFaults: async (_input, context) => ({ status: 200, body: presentFaults(context) }),

  setFaults: async ({ body }, context) => {
    const { faultRules } = context.server.memory;
    if (body.faults.length > faultRules) {
      const what = `/body/faults has ${body.faults.length} rules, but a sandbox keeps at most ${faultRules}`;
      return createInvalidInputError('/body/faults', `${what}; start the server with --limit maxFaultRules for more`);
    }
    const findings = body.faults.flatMap((fault, index) => checkFault(fault, `/body/faults/${index}`, context.server));
    if (findings.length > 0) return controlErrors.badRequest(findings);
    const rules = body.faults.map((fault, index) => createFaultRule(fault, index, context.clock.now().getTime()));
    const ids = new Set<string>();
    const repeated = rules.findIndex(({ id }) => ids.size === ids.add(id).size);
    if (repeated !== -1) {
      const pointer = `/body/faults/${repeated}/id`;
      return createInvalidInputError(
        pointer,
        `${pointer} "${rules[repeated]?.id}" is the id of an earlier rule; ids must differ`,
      );
    }
    const release = await admit(body.faults, context);
    context.sandbox.faults.set(rules);
    await countStored(context);
    release();
    return { status: 200, body: presentFaults(context) };
  },

  addFault: async ({ body, query }, context) => {
    const findings = checkFault(body, '/body', context.server);
    if (findings.length > 0) return controlErrors.badRequest(findings);
    // Reserved first, because parallel requests must not see the same rules.
    const release = await admit([body], context);
    try {
      const result = addRule(body, query.place ?? 'last', context);
      await countStored(context);
      return result;
    } finally {
      release();
    }
  },

  switchFault: async ({ path, body }, context) =>
    context.sandbox.faults.switch(path.faultId, body.enabled)
      ? { status: 200, body: presentFaults(context) }
      : controlErrors.unknownFault(path.faultId),

  removeFault: async ({ path }, { sandbox }) =>
    sandbox.faults.remove(path.faultId) ? { status: 204 } : controlErrors.unknownFault(path.faultId),

  clearFaults: async (_input, { sandbox }) => {
    sandbox.faults.set([]);
    return { status: 204 };
  },
} satisfies Partial<ControlOperations>;

type Rules = components['schemas']['FaultSetting'];

function addRule(body: Schemas['Fault'], place: 'first' | 'last', context: ControlContext) {
  const { faults } = context.sandbox;
  const ids = new Set(faults.list().map(({ rule }) => rule.id));
  const { faultRules } = context.server.memory;
  if (ids.size >= faultRules) {
    const what = `/body would be one rule more than the ${faultRules} that a sandbox keeps`;
    return createInvalidInputError('/body', `${what}; remove one, or start the server with --limit maxFaultRules`);
  }
  if (body.id !== undefined && ids.has(body.id)) {
    return createInvalidInputError('/body/id', `/body/id "${body.id}" is the id of another rule; ids must differ`);
  }
  let free = ids.size;
  while (ids.has(`fault-${free + 1}`)) free += 1;
  faults.add(createFaultRule(body, free, context.clock.now().getTime()), place);
  return { status: 200 as const, body: presentFaults(context) };
}

/** Reserves memory for the rules. @returns a function that releases it @throws NoRoomError if there is not enough */
async function admit(faults: readonly Schemas['Fault'][], { server, sandbox }: ControlContext): Promise<() => void> {
  const growth = faults.reduce((sum, fault) => sum + estimateRecordBytes(fault.id ?? 'fault', fault), 0);
  return await server.admitGrowth(sandbox.owner, growth);
}

/** @param start milliseconds of the sandbox's clock */
function createFaultRule(
  { id, match = {}, effect, enabled, times, ttl, until, scenario }: Schemas['Fault'],
  index: number,
  start: number,
): FaultRule {
  const end = ttl === undefined ? Date.parse(until ?? '') : start + parseDuration(ttl);
  return {
    id: id ?? `fault-${index + 1}`,
    match,
    effect: effectOf(effect),
    ...(enabled === false ? { enabled } : {}),
    ...omitUndefined({ times, scenario }),
    ...(Number.isNaN(end) ? {} : { expiresAt: Math.min(maxInstant, end) }),
  };
}

function effectOf({ delay, headers, ...effect }: Schemas['FaultEffect']): FaultEffect {
  return {
    ...effect,
    ...(delay === undefined ? {} : { delay: delayOf(delay) }),
    ...(headers === undefined ? {} : { headers: lowerCaseHeaderNames(headers) }),
  };
}

function delayOf(delay: Schemas['FaultDelay']): FaultDelay {
  if ('fixed' in delay) return { kind: 'fixed', milliseconds: parseDuration(delay.fixed) };
  if ('from' in delay) return { kind: 'uniform', from: parseDuration(delay.from), to: parseDuration(delay.to) };
  return { kind: 'lognormal', median: parseDuration(delay.median), sigma: delay.sigma };
}

function presentFaults({ sandbox }: ControlContext): Schemas['FaultList'] {
  const { states } = sandbox.faults;
  return {
    faults: sandbox.faults.list().map(presentStanding),
    ...(states.size === 0 ? {} : { scenarios: Object.fromEntries(states) }),
  };
}

function presentStanding({ rule, seen, applied }: CountedFault): Schemas['FaultStanding'] {
  const { id, match, enabled, times, expiresAt, scenario } = rule;
  const { delay, reset, ...effect } = rule.effect;
  return {
    id,
    match,
    effect: {
      ...effect,
      ...(reset === true ? { reset } : {}),
      ...(delay === undefined ? {} : { delay: presentDelay(delay) }),
    },
    ...(enabled === false ? { enabled } : {}),
    ...omitUndefined({ times, scenario }),
    ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
    seen,
    applied,
  };
}

function presentDelay(delay: FaultDelay): Schemas['FaultDelay'] {
  if (delay.kind === 'fixed') return { fixed: seconds(delay.milliseconds) };
  if (delay.kind === 'uniform') return { from: seconds(delay.from), to: seconds(delay.to) };
  return { median: seconds(delay.median), sigma: delay.sigma };
}

function seconds(milliseconds: number): string {
  return `PT${milliseconds / 1000}S`;
}

/**
 * Reads the initial rules of each sandbox.
 * @throws RangeError with the location of each invalid rule
 */
export function readInitialRules(
  faults: readonly unknown[] | undefined,
  server: Pick<ServerContext, 'control' | 'memory' | 'simulators' | 'renderTemplate'>,
): Pick<SandboxSetup, 'rules'> {
  if (faults === undefined) return {};
  const given: unknown = { faults };
  const validate = server.control.contract.validator('FaultSetting');
  const areRules = (value: unknown): value is Rules => findings.length === 0 && value === given;
  const findings = validate(given);
  const { faultRules } = server.memory;
  if (faults.length > faultRules)
    throw new RangeError(
      `rules: There are ${faults.length} rules, but a sandbox keeps at most ${faultRules}; start the server with --limit maxFaultRules for more`,
    );
  if (!areRules(given)) throw new RangeError(`rules: ${findings.map(({ message }) => message).join('; ')}`);
  const problems = given.faults.flatMap((fault, index) => {
    const pointer = `/faults/${index}`;
    const ends = fault.ttl ?? fault.until;
    if (ends === undefined) return checkFault(fault, pointer, server).map(({ message }) => message);
    return [`${pointer} ends at ${stringifyJson(ends)}, but initial rules have no end; leave out ttl and until`];
  });
  if (problems.length > 0) throw new RangeError(`rules: ${problems.join('; ')}`);
  return { rules: given.faults.map((fault, index) => createFaultRule(fault, index, 0)) };
}
