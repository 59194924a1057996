import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apisThatComeAlong } from 'understudy';
import { root } from '../../steps.mjs';
import { callJson, tokenFrom } from './ask.mjs';
import { deciding, familiarFor, tenantId } from './familiar.mjs';
import { multipartBytes, multipartType, partsOf } from './form-body.mjs';
import { otherBytes } from './mutate-file.mjs';
import { prepareAnalysis } from './prepare-analysis.mjs';
import { zipOf } from './zip-of.mjs';

/** What the values of an API are made with. */
const tools = {
  fixture: (path) => readFileSync(join(root, 'fixtures', path)),
  zip: (files) => zipOf(files),
  multipart: (fields) => ({ type: multipartType, bytes: multipartBytes(partsOf({}, fields)) }),
  strangeBytes: otherBytes,
  tokenFrom: ({ simulators, url }, scope) => tokenFrom(simulators, url, scope),
};

/** The APIs that say what made-up requests to them need. */
const services = await Promise.all(
  [...apisThatComeAlong.values()]
    .filter(({ fuzz }) => fuzz !== undefined)
    .map(async ({ name, prefix, tokens, fuzz }) => ({ name, prefix, scope: tokens?.scope, ...(await fuzz(tools)) })),
);

/**
 * The services in whose worlds an operation runs. Operations of APIs without data of their own find that of the first one;
 * actions are tried where there is something to act on.
 */
export function servicesOf({ api, operationId }) {
  if (operationId === 'runAction') return services.filter(({ hasActions }) => hasActions);
  return [services.find(({ name }) => name === api) ?? services[0]];
}

function templateOf({ name }) {
  return `fuzz-template-${name}`;
}

/** Prepares the worlds that operations start from, one for each service; resolves with what is known, by service. */
export async function prepareTemplates(simulators) {
  const known = {};
  for (const service of services) known[service.name] = await prepareTemplate(simulators, service);
  return known;
}

/** What operations of the service find there; each kind of service has its own. */
async function prepareTemplate(simulators, service) {
  const template = templateOf(service);
  const { url, control } = await simulators.control.sandboxes.create(template, {
    clock: 'manual',
    at: '2026-01-15T09:00:00.000Z',
    progression: 'immediate',
    seed: 'empty',
    randomSeed: template,
  });
  const place = { simulators, url, control };
  if (service.scope === undefined) {
    return await service.prepare(place, (path, body) => callJson(simulators, `${url}${path}`, {}, body));
  }
  const authorization = await tokenFrom(simulators, url, service.scope);
  const headers = { tenantId, CUSTOMER_ID: 'fuzz', USER_ID: 'fuzz', authorization };
  const call = (path, body) => callJson(simulators, `${url}${path}`, headers, body);
  if (service.prepare !== undefined) return await service.prepare(place, call);
  return await prepareAnalysis({ ...place, service, authorization, call });
}

/** A sandbox for one operation, forked from the template of its API, and what its requests may name. */
export async function openWorld(simulators, operation, service, known, mutants) {
  const { api, operationId, security } = operation;
  const template = templateOf(service);
  const name = `fuzz-${api}-${operationId.toLowerCase()}`;
  const { url, control } = await simulators.control.sandboxes.create(name, { from: { sandbox: template } });
  if (!deciding.includes(operationId)) await control.settings.change({ progression: 'immediate' });
  const spares = [];
  if (operationId === 'deleteSandbox') {
    for (let count = 0; count < 3; count++) spares.push((await control.sandboxes.create(`spare-${count}`)).name);
  }
  await control.snapshots.put('start');
  const restorable = ['start'];
  if (operationId === 'restoreSnapshot') restorable.push(...(await putMutants(control, mutants)));
  const guarded = api !== 'control' && security.length > 0;
  const byToken = guarded && service.scope !== undefined;
  const authorization = byToken ? await tokenFrom(simulators, url, service.scope) : undefined;
  const world = { simulators, url, control, known: known[service.name], service, services, template, authorization };
  return {
    url,
    control,
    familiar: await familiarFor(world, operation, { spares, restorable }),
    ...(await keysFor(world, operation)),
    close: async () => {
      const kept = ['default', ...services.map(templateOf)];
      for (const sandbox of await simulators.control.sandboxes.list()) {
        if (!kept.includes(sandbox.name)) await simulators.control.sandboxes.delete(sandbox.name);
      }
      for (const { name: snapshot } of await listSnapshots(simulators))
        await simulators.control.snapshots.delete(snapshot);
    },
  };
}

/**
 * What the requests to an operation may show at the door: `credentials`, headers of which one set is taken, and `strangers`,
 * those that are none or somebody else's. `credentialsFor` gives those of another operation.
 */
async function keysFor(world, operation) {
  const { service, authorization } = world;
  const usual = [authorization === undefined ? {} : { authorization }];
  const credentialsFor = async (one) => (await service.credentialsFor?.(world, one)) ?? usual;
  const isControl = operation.api === 'control';
  return {
    credentials: isControl ? usual : await credentialsFor(operation),
    strangers: isControl ? [] : ((await service.strangersTo?.(world, operation)) ?? []),
    credentialsFor,
  };
}

/** What a refused request must leave as it is. Places in the sequences of chance are not state that anybody can see. */
export async function stateOf(simulators, control) {
  const probe = 'fuzz-probe';
  await control.snapshots.put(probe);
  const { ids: _ids, random: _random, ...state } = await control.snapshots.get(probe);
  await control.snapshots.delete(probe);
  const sandboxes = (await simulators.control.sandboxes.list()).map(({ name, progression, seed }) => ({
    name,
    progression,
    seed,
  }));
  return { ...state, sandboxes, snapshots: await listSnapshots(simulators) };
}

/** Stops the clock, if requests have started it, and lets all work end, so that the state stands still. */
export async function settle(control) {
  await control.clock.set({ mode: 'manual' });
  await control.advance('PT0S');
}

async function listSnapshots(simulators) {
  const { snapshots } = await callJson(simulators, `${simulators.url}/_sim/snapshots`, {});
  return snapshots;
}

/** Keeps those of the snapshots that are accepted; gives their names. */
async function putMutants(control, mutants) {
  const kept = [];
  const whole = await control.snapshots.get('start');
  let number = 0;
  for (const { what, value: mutant } of mutants(whole)) {
    const name = `mutant-${number++}-${what.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 80)}`;
    const accepted = await control.snapshots.put(name, mutant).then(
      () => true,
      () => false,
    );
    if (accepted) kept.push(name);
  }
  return kept;
}
