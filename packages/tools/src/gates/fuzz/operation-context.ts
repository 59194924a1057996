import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '@understudy/contract';
import {
  createZip,
  encodeMultipart,
  guessSchema,
  type MutatedValue,
  multipartContentType,
  mutateBytes,
  mutateValue,
  type RequestValues,
  SeededRandom,
  toFormParts,
} from '@understudy/fuzzing';
import type { ForeignCaller } from '@understudy/kernel/fuzz';
import type { FuzzTools } from '@understudy/kernel/testing';
import { createEinvoicingFuzz } from '@understudy/simulator-einvoicing/fuzz';
import { inventoryFuzz } from '@understudy/simulator-inventory/fuzz';
import { payrollFuzz } from '@understudy/simulator-payroll/fuzz';
import { rosteringFuzz } from '@understudy/simulator-rostering/fuzz';
import { timeFuzz } from '@understudy/simulator-time/fuzz';
import { builtInApis, type Control, type RunningSimulators } from 'api-understudy';
import { membersOf } from '../../members-of.ts';
import { root } from '../../steps.mjs';
import { deciding, knownValuesFor, type OperationContext } from './known-values.ts';
import { prepareAnalysis } from './prepare-analysis.ts';
import { callJson, isAnalysis, type Place, type Service, tenantId, tokenFrom } from './service.ts';

const tools: FuzzTools = {
  fixture: (path) => readFileSync(join(root, 'fixtures', path)),
  zip: (files) => createZip(files),
  multipart: (fields) => ({ type: multipartContentType, bytes: encodeMultipart(toFormParts({}, fields)) }),
  mutateBytes: mutateBytes,
  tokenFrom: ({ simulators, url }, scope) => tokenFrom(simulators, url, scope),
};

const own: Readonly<Record<string, object>> = {
  inventory: inventoryFuzz,
  time: timeFuzz,
  payroll: payrollFuzz,
  rostering: rosteringFuzz,
  einvoicing: createEinvoicingFuzz(tools),
};

/** The APIs with what generated requests to them need. */
const services: readonly Service[] = [...builtInApis.values()].flatMap(({ name, prefix, tokens }) =>
  own[name] === undefined ? [] : [{ name, prefix, scope: tokens?.scope, ...own[name] }],
);

type KnownByService = Record<string, unknown>;

/**
 * The services in whose sandboxes an operation runs. An API without its own data uses the first service. Actions run
 * where they have objects.
 */
export function servicesOf({ api, operationId }: Operation): readonly Service[] {
  if (operationId === 'runAction') return services.filter(({ hasActions }) => hasActions);
  const own = services.filter(({ name }) => name === api);
  return own.length === 0 ? services.slice(0, 1) : own;
}

function templateOf({ name }: Service): string {
  return `fuzz-template-${name}`;
}

/** Prepares one sandbox per service. @returns what is known about each */
export async function prepareTemplates(simulators: RunningSimulators): Promise<KnownByService> {
  const known: KnownByService = {};
  for (const service of services) known[service.name] = await prepareTemplate(simulators, service);
  return known;
}

async function prepareTemplate(simulators: RunningSimulators, service: Service): Promise<unknown> {
  const template = templateOf(service);
  const { url, control } = await simulators.control.sandboxes.create(template, {
    clock: 'manual',
    at: '2026-01-15T09:00:00.000Z',
    progression: 'immediate',
    seed: 'empty',
    randomSeed: template,
  });
  const place: Place = { simulators, url, control };
  if (service.scope === undefined) {
    return await service.prepare?.(place, (path, body) => callJson(simulators, `${url}${path}`, {}, body));
  }
  const authorization = await tokenFrom(simulators, url, service.scope);
  const headers = { tenantId, CUSTOMER_ID: 'fuzz', USER_ID: 'fuzz', authorization };
  const call = (path: string, body?: unknown) => callJson(simulators, `${url}${path}`, headers, body);
  if (service.prepare !== undefined) return await service.prepare(place, call);
  if (!isAnalysis(service)) throw new TypeError(`${service.name} does not define how to prepare its sandbox.`);
  return await prepareAnalysis({ ...place, service, authorization, call });
}

interface Keys {
  /** Sets of headers. Each request uses one. */
  readonly credentials: readonly Readonly<Record<string, string>>[];
  /** Invalid or foreign credentials. */
  readonly strangers: readonly ForeignCaller[];
  credentialsFor(operation: Operation): Promise<readonly Readonly<Record<string, string>>[]>;
}

/** A sandbox for one operation, and the values that its requests may use. */
export interface OpenContext extends Keys {
  readonly url: string;
  readonly control: Control;
  readonly familiar: RequestValues;
  close(): Promise<void>;
}

/** Opens a sandbox for one operation, forked from the template of its API. */
export async function openContext(
  simulators: RunningSimulators,
  operation: Operation,
  service: Service,
  known: KnownByService,
): Promise<OpenContext> {
  const { api, operationId, security } = operation;
  const template = templateOf(service);
  const name = `fuzz-${api}-${operationId.toLowerCase()}`;
  const { url, control } = await simulators.control.sandboxes.create(name, { from: { sandbox: template } });
  if (!deciding.includes(operationId)) await control.settings.change({ progression: 'immediate' });
  const spares: string[] = [];
  if (operationId === 'deleteSandbox') {
    for (let count = 0; count < 3; count++) spares.push((await control.sandboxes.create(`spare-${count}`)).name);
  }
  await control.snapshots.put('start');
  const restorable = ['start'];
  if (operationId === 'restoreSnapshot') restorable.push(...(await putMutants(control)));
  const guarded = api !== 'control' && security.length > 0;
  const byToken = guarded && service.scope !== undefined;
  const authorization = byToken ? await tokenFrom(simulators, url, service.scope ?? '') : undefined;
  const facts = { known: known[service.name], service, services, template, authorization };
  const context: OperationContext = { simulators, url, control, ...facts };
  return {
    url,
    control,
    familiar: await knownValuesFor(context, operation, { spares, restorable }),
    ...(await keysFor(context, operation)),
    close: async () => {
      const kept = ['default', ...services.map(templateOf)];
      for (const sandbox of await simulators.control.sandboxes.list()) {
        if (!kept.includes(sandbox.name)) await simulators.control.sandboxes.delete(sandbox.name);
      }
      for (const { name: snapshot } of (await listSnapshots(simulators)).snapshots)
        await simulators.control.snapshots.delete(snapshot);
    },
  };
}

async function keysFor(context: OperationContext, operation: Operation): Promise<Keys> {
  const { service, authorization } = context;
  const usual: Keys['credentials'] = [authorization === undefined ? {} : { authorization }];
  const credentialsFor: Keys['credentialsFor'] = async (one) => (await service.credentialsFor?.(context, one)) ?? usual;
  const isControl = operation.api === 'control';
  return {
    credentials: isControl ? usual : await credentialsFor(operation),
    strangers: isControl ? [] : ((await service.foreignCallers?.(context, operation)) ?? []),
    credentialsFor,
  };
}

/** The state that a rejected request must not change. Positions in random sequences are invisible and excluded. */
export async function stateOf(simulators: RunningSimulators, control: Control): Promise<State> {
  const probe = 'fuzz-probe';
  await control.snapshots.put(probe);
  const { kernel, ...state } = membersOf(await control.snapshots.get(probe));
  const { ids: _ids, chance: _chance, ...visible } = membersOf(kernel);
  await control.snapshots.delete(probe);
  const sandboxes = (await simulators.control.sandboxes.list()).map(({ name, progression, seed }) => ({
    name,
    progression,
    seed,
  }));
  return { ...state, ...visible, sandboxes, ...(await listSnapshots(simulators)) };
}

/** Stops the clock, if requests started it, and waits for all work. Then the state is stable. */
export async function settle(control: Control): Promise<void> {
  await control.clock.set({ mode: 'manual' });
  await control.advance('PT0S');
}

function listSnapshots(simulators: RunningSimulators): Promise<{ snapshots: { name: string }[] }> {
  return callJson(simulators, `${simulators.url}/_sim/snapshots`, {});
}

/** Stores the accepted ones of the mutated snapshots. @returns their names */
async function putMutants(control: Control): Promise<string[]> {
  const kept: string[] = [];
  const whole = await control.snapshots.get('start');
  let number = 0;
  for (const { what, value: mutant } of damagedCopies(whole)) {
    const name = `mutant-${number++}-${what.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 80)}`;
    const accepted = await control.snapshots.put(name, mutant).then(
      () => true,
      () => false,
    );
    if (accepted) kept.push(name);
  }
  return kept;
}

function damagedCopies(whole: unknown): MutatedValue[] {
  const { properties = {} } = guessSchema(whole);
  const schema = { type: 'object', additionalProperties: guessSchema(whole), properties };
  return new SeededRandom('snapshots').sample([...mutateValue(schema, whole)], 60);
}

export type State = Record<string, unknown>;

/** In what one state differs from the other. */
export function differenceOf(before: State, after: State): string {
  const changed = Object.keys({ ...before, ...after }).filter((key) => !isDeepStrictEqual(before[key], after[key]));
  return changed
    .map(
      (key) =>
        `${key}: ${JSON.stringify(before[key])?.slice(0, 300)} became ${JSON.stringify(after[key])?.slice(0, 300)}`,
    )
    .join('; ');
}
