import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createContract, loadDescription, loadYaml } from '@understudy/contract';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { recordSchemas } from './record-schemas.ts';

const banner = '// Generated from specs/ by `npm run build`. Change the description instead.\n\n';

/**
 * Generates the bundled description and types of every API that a package serves, and the shared types of the analysis
 * services.
 */
export const contracts: Generator = async () => {
  const files = new Map<string, string>();
  for (const [api, folder] of await servedDescriptions()) {
    const document = await loadDescription(`specs/${api}/openapi.yaml`, ['specs']);
    files.set(`${folder}/src/generated/contract.json`, `${JSON.stringify(document)}\n`);
    files.set(
      `${folder}/src/generated/contract-index.json`,
      `${JSON.stringify(createContract(api, document).index)}\n`,
    );
    files.set(`${folder}/src/generated/types.ts`, await typesOf(document));
  }
  // The console is a client of the control plane, written against the same description.
  files.set('packages/console/src/generated/types.ts', files.get('packages/server/src/generated/types.ts') ?? '');
  for (const folder of await ownFolders()) {
    const document = await loadDescription(`${folder}/contract/openapi.yaml`);
    files.set(`${folder}/src/generated/types.ts`, await typesOf(document));
  }
  const shared = (await loadYaml('specs/analysis/components.yaml')) as Pick<OpenAPI3, 'components'>;
  const info = { title: 'Shared by the analysis services', version: '0' };
  const document = { openapi: '3.1.0', info, paths: {}, components: shared.components };
  files.set('packages/simulator-analysis/src/generated/types.ts', await typesOf(document));
  for (const [file, content] of await modelFiles()) files.set(file, content);
  const schemas = recordSchemas(files);
  for (const [name, own] of schemas) {
    if (!files.has(`packages/${name}/src/generated/contract.json`)) continue;
    const { dependencies } = JSON.parse(await readFile(`packages/${name}/package.json`, 'utf8'));
    const shared = '@understudy/simulator-analysis' in dependencies ? schemas.get('simulator-analysis') : undefined;
    files.set(`packages/${name}/src/generated/records.json`, `${JSON.stringify({ ...shared, ...own })}\n`);
  }
  return files;
};

const model = 'packages/model/src/generated';

/** Generates files from their sources. Runs in the root of the repository. Keys are paths from there, with `/`. */
export type Generator = () => Promise<ReadonlyMap<string, string>>;

/** Returns the types of the behavior model, and its JSON Schema as a module, so that no file is read at runtime. */
async function modelFiles(): Promise<ReadonlyMap<string, string>> {
  const schema = (await loadYaml('packages/model/schemas/model.schema.yaml')) as { readonly $defs: Parts };
  const text = JSON.stringify(schema);
  const schemas = JSON.parse(JSON.stringify(schema.$defs).replaceAll('#/$defs/', '#/components/schemas/'));
  const document = { openapi: '3.1.0', info: { title: 'model', version: '1' }, paths: {}, components: { schemas } };
  return new Map([
    [`${model}/model-schema.ts`, `${banner}export const modelSchema = ${text} as const;\n`],
    [`${model}/types.ts`, await typesOf(document)],
    [
      'packages/console/src/generated/model-parts.ts',
      `${banner}export const modelParts = ${JSON.stringify(partsOf(schema.$defs))} as const;\n`,
    ],
  ]);
}

interface Part {
  readonly $ref?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly additionalProperties?: Part | boolean;
}

type Parts = Readonly<Record<string, { readonly properties?: Readonly<Record<string, Part>> }>>;

/** Returns the members of each model part with their hints, for completion and forms in the console. */
function partsOf(parts: Parts) {
  return Object.fromEntries(
    Object.entries(parts).flatMap(([part, { properties }]) => {
      if (properties === undefined) return [];
      return [[part, Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, memberOf(member)]))]];
    }),
  );
}

/** Returns a member's hint, its values, and the part that it contains, nested under `depth` names. */
function memberOf({ description: hint = '', enum: values, ...member }: Part) {
  let [inner, depth]: [Part, number] = [member, 0];
  while (typeof inner.additionalProperties === 'object') [inner, depth] = [inner.additionalProperties, depth + 1];
  const part = inner.$ref?.replace('#/$defs/', '');
  return { hint, ...(values === undefined ? {} : { values }), ...(part === undefined ? {} : { part, depth }) };
}

/**
 * Returns the package folder that serves each description: `packages/simulator-<api>`, or `packages/server` for the
 * control plane.
 */
async function servedDescriptions(): Promise<ReadonlyMap<string, string>> {
  const packages = new Set(await readdir('packages'));
  const described = new Map([['control', 'packages/server']]);
  for (const api of (await readdir('specs')).sort()) {
    if (api !== 'analysis' && packages.has(`simulator-${api}`)) described.set(api, `packages/simulator-${api}`);
  }
  return described;
}

/** Returns the folders of APIs whose description is next to their code. */
async function ownFolders(): Promise<string[]> {
  const folders = (await readdir('fixtures')).sort().map((name) => `fixtures/${name}`);
  return folders.filter((folder) => existsSync(`${folder}/contract/openapi.yaml`));
}

async function typesOf(document: object): Promise<string> {
  // A copy, because openapi-typescript resolves its input in place.
  const copy = structuredClone(document) as OpenAPI3;
  requireDefaulted(copy);
  return banner + astToString(await openapiTS(copy, { defaultNonNullable: true, silent: true }));
}

/** Makes parameters with a default required, because the types are for handlers, which always receive them. */
function requireDefaulted(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const parameter = node as { in?: unknown; name?: unknown; schema?: { default?: unknown }; required?: boolean };
  const isParameter = typeof parameter.in === 'string' && typeof parameter.name === 'string';
  if (isParameter && parameter.schema?.default !== undefined) parameter.required = true;
  for (const child of Object.values(node)) requireDefaulted(child);
}
