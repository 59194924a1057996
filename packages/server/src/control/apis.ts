import { readFile } from 'node:fs/promises';
import { writeYaml } from '@understudy/contract';
import type { Handler, Simulator } from '@understudy/kernel';
import type { components, operations } from '../generated/types.js';
import { addressedDescription } from './addressed-description.js';
import type { ApiEvidence } from './api-evidence.js';
import { apiPage, listPage } from './api-page.js';
import type { ControlContext } from './control-context.js';
import { unknownApi, unknownFile, unknownScenario } from './control-refusals.js';
import { presentSandbox } from './sandboxes.js';

type Operation<Id extends keyof operations> = Handler<operations[Id], ControlContext>;

export const listApis: Operation<'listApis'> = async (_input, context) => {
  const apis = [...context.world.simulators.values()].map((simulator) => describe(simulator, context));
  if (context.request.headers['accept']?.includes('text/html') !== true) return { status: 200, body: { apis } };
  const { status, headers, body } = listPage(apis);
  return { status, headers, body: new TextEncoder().encode(body) };
};

export const getApiPage: Operation<'getApiPage'> = async ({ path }, context) => {
  const simulator = context.world.simulators.get(path.api);
  if (simulator === undefined) return unknownApi(path.api, [...context.world.simulators.keys()]);
  return apiPage(describe(simulator, context), addressesOf(context));
};

/** Claims, gaps and scenarios; none where an API was loaded without them. */
export const getApiEvidence: Operation<'getApiEvidence'> = async ({ path }, { world }) => {
  const simulator = world.simulators.get(path.api);
  if (simulator === undefined) return unknownApi(path.api, [...world.simulators.keys()]);
  const evidence = await world.evidence?.of(path.api);
  return { status: 200, body: structuredClone(evidence ?? nothing) as components['schemas']['ApiEvidence'] };
};

export const runScenario: Operation<'runScenario'> = async ({ path }, { world, request }) => {
  const { simulators } = world;
  const { api, scenario } = path;
  if (!simulators.has(api)) return unknownApi(api, [...simulators.keys()]);
  const served = [world.control, ...simulators.values()].map(({ name, contract }) => [name, contract] as const);
  const authorization = request.headers['authorization'];
  const run = await world.evidence?.run({ api, scenario, contracts: new Map(served), authorization });
  return run === undefined ? unknownScenario(api, scenario) : { status: 200, body: run };
};

const nothing: ApiEvidence = { operations: [], claims: [], gaps: [], scenarios: [] };

export const getApiDescription: Operation<'getApiDescription'> = async ({ path }, context) => {
  const simulator = context.world.simulators.get(path.api);
  if (simulator === undefined) return unknownApi(path.api, [...context.world.simulators.keys()]);
  const { openapi, info, ...rest } = addressedDescription(simulator.contract.document, addressesOf(context));
  return { status: 200, body: { openapi: String(openapi), info: Object(info), ...rest } };
};

export const getApiDescriptionAsYaml: Operation<'getApiDescriptionAsYaml'> = async ({ path }, context) => {
  const simulator = context.world.simulators.get(path.api);
  if (simulator === undefined) return unknownApi(path.api, [...context.world.simulators.keys()]);
  const description = addressedDescription(simulator.contract.document, addressesOf(context));
  return { status: 200, headers: { 'content-type': 'application/yaml' }, body: await writeYaml(description) };
};

export const getApiPageFile: Operation<'getApiPageFile'> = async ({ path }, { world }) => {
  const { files = {} } = world.apiPages ?? {};
  const file = Object.hasOwn(files, path.file) ? files[path.file] : undefined;
  if (file === undefined) return unknownFile(path.file);
  const type = path.file.endsWith('.css') ? 'text/css' : 'text/javascript';
  return {
    status: 200,
    headers: { 'content-type': type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
    body: await readFile(file),
  };
};

function describe({ name, contract }: Simulator, context: ControlContext): components['schemas']['DescribedApi'] {
  const { baseUrl, world } = context;
  const page = `${baseUrl}/_sim/apis/${name}`;
  const signIn = world.apiPages?.signIn[name];
  return {
    name,
    title: contract.document.info.title,
    operations: contract.index.operationIds.length,
    page,
    openapiJson: `${page}/openapi.json`,
    openapiYaml: `${page}/openapi.yaml`,
    ...(signIn === undefined ? {} : { token: { url: baseUrl + signIn.path, form: { ...signIn.form } } }),
  };
}

/** The addresses of the sandbox, beginning with the one that the caller used. */
function addressesOf(context: ControlContext): string[] {
  const { url, hostUrl } = presentSandbox(context.sandbox, context);
  return [...new Set([context.baseUrl, url, ...(hostUrl === undefined ? [] : [hostUrl])])];
}
