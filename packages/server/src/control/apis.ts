import { readFile } from 'node:fs/promises';
import { isObject, type OpenApiDocument, writeYaml } from '@understudy/contract';
import type { Simulator } from '@understudy/kernel';
import type { components } from '../generated/types.js';
import type { ApiEvidence } from './api-evidence.js';
import { renderApiList, renderApiPage } from './api-page.js';
import type { ControlContext, ControlOperations } from './control-context.js';
import { controlErrors } from './control-errors.js';
import { prepareForGenerators } from './prepare-for-generators.js';
import { presentSandbox } from './sandboxes.js';

export const apiOperations = {
  listApis: async (_input, context) => {
    const apis = [...context.server.simulators.values()].map((simulator) => describe(simulator, context));
    if (context.request.headers['accept']?.includes('text/html') !== true) return { status: 200, body: { apis } };
    const { status, headers, body } = renderApiList(apis);
    return { status, headers, body: new TextEncoder().encode(body) };
  },

  getApiPage: async ({ path }, context) => {
    const simulator = context.server.simulators.get(path.api);
    if (simulator === undefined) return controlErrors.unknownApi(path.api, [...context.server.simulators.keys()]);
    return renderApiPage(describe(simulator, context), addressesOf(context));
  },

  /** Returns claims, gaps and scenarios. Empty for an API without a ledger. */
  getApiEvidence: async ({ path }, { server }) => {
    const simulator = server.simulators.get(path.api);
    if (simulator === undefined) return controlErrors.unknownApi(path.api, [...server.simulators.keys()]);
    const evidence = await server.evidence?.of(path.api);
    return { status: 200, body: structuredClone(evidence ?? nothing) as components['schemas']['ApiEvidence'] };
  },

  runScenario: async ({ path }, { server, request }) => {
    const { simulators } = server;
    const { api, scenario } = path;
    if (!simulators.has(api)) return controlErrors.unknownApi(api, [...simulators.keys()]);
    const served = [server.control, ...simulators.values()].map(({ name, contract }) => [name, contract] as const);
    const authorization = request.headers['authorization'];
    const run = await server.evidence?.run({ api, scenario, contracts: new Map(served), authorization });
    return run === undefined ? controlErrors.unknownScenario(api, scenario) : { status: 200, body: run };
  },

  getApiDescription: async ({ path }, context) => {
    const simulator = context.server.simulators.get(path.api);
    if (simulator === undefined) return controlErrors.unknownApi(path.api, [...context.server.simulators.keys()]);
    const { info, ...rest } = addressedDescription(simulator.contract.document, addressesOf(context));
    return { status: 200, body: { info: { ...info }, ...rest } };
  },

  getApiDescriptionAsYaml: async ({ path }, context) => {
    const simulator = context.server.simulators.get(path.api);
    if (simulator === undefined) return controlErrors.unknownApi(path.api, [...context.server.simulators.keys()]);
    const description = addressedDescription(simulator.contract.document, addressesOf(context));
    return { status: 200, headers: { 'content-type': 'application/yaml' }, body: await writeYaml(description) };
  },

  getApiPageFile: async ({ path }, { server }) => {
    const { files = {} } = server.apiPages ?? {};
    const file = Object.hasOwn(files, path.file) ? files[path.file] : undefined;
    if (file === undefined) return controlErrors.unknownFile(path.file);
    const type = path.file.endsWith('.css') ? 'text/css' : 'text/javascript';
    return {
      status: 200,
      headers: { 'content-type': type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
      body: await readFile(file),
    };
  },
} satisfies Partial<ControlOperations>;

const nothing: ApiEvidence = { operations: [], claims: [], gaps: [], scenarios: [] };

function describe(
  { name, contract, explain }: Simulator,
  context: ControlContext,
): components['schemas']['DescribedApi'] {
  const { baseUrl, server } = context;
  const page = `${baseUrl}/_sim/apis/${name}`;
  const signIn = server.apiPages?.signIn[name];
  const example = server.apiPages?.examples[name];
  return {
    name,
    title: contract.document.info.title,
    operations: contract.index.operationIds.length,
    ...(explain === undefined ? {} : { explained: true }),
    page,
    openapiJson: `${page}/openapi.json`,
    openapiYaml: `${page}/openapi.yaml`,
    ...(signIn === undefined ? {} : { token: { url: baseUrl + signIn.path, form: { ...signIn.form } } }),
    ...(example && { example: { url: baseUrl + example.path, headers: { ...example.headers } } }),
  };
}

/** Returns the URLs of the sandbox. The URL of the request comes first. */
function addressesOf(context: ControlContext): string[] {
  const { url, hostUrl } = presentSandbox(context.sandbox, context);
  return [...new Set([context.baseUrl, url, ...(hostUrl === undefined ? [] : [hostUrl])])];
}

/**
 * Returns a description for client generators that contains servers and token endpoints at these addresses.
 * @param addresses base URLs. The first is used for tokens
 */
function addressedDescription(described: OpenApiDocument, addresses: readonly string[]): OpenApiDocument {
  const document = prepareForGenerators(described);
  const { components } = document;
  const schemes = components?.securitySchemes ?? {};
  const [base = ''] = addresses;
  const addressed = Object.entries(schemes).map(([name, scheme]) => [name, withTokensAt(scheme, base)]);
  return {
    ...document,
    servers: addresses.map((url) => ({ url, description: 'This server and sandbox' })),
    ...(components === undefined
      ? {}
      : { components: { ...components, securitySchemes: Object.fromEntries(addressed) } }),
  };
}

const addressMembers = ['tokenUrl', 'refreshUrl', 'authorizationUrl'];

function withTokensAt(scheme: unknown, base: string): unknown {
  if (!isObject(scheme) || !isObject(scheme['flows'])) return scheme;
  const flows = Object.entries(scheme['flows']).map(([name, flow]) => {
    const members = Object.entries(isObject(flow) ? flow : {}).map(([member, value]) =>
      addressMembers.includes(member) && typeof value === 'string' ? [member, base + pathOf(value)] : [member, value],
    );
    return [name, Object.fromEntries(members)];
  });
  return { ...scheme, flows: Object.fromEntries(flows) };
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address, 'http://any.example');
  return pathname + search;
}
