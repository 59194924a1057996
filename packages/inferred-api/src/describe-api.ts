import { existsSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { applyOverlay, type Finding } from '@understudy/contract';
import { type Api, defineApi, type Simulator } from '@understudy/kernel';
import { type Explanation, explainPlan } from './explain.js';
import { createInferredSimulator } from './inferred-simulator.js';
import { loadOpenApi } from './load/load-open-api.js';

/** How a description becomes an API. */
export interface DescribeOptions {
  /** Name of the API; made from the file's name or the title unless given. */
  readonly name?: string;
  /** An OpenAPI Overlay that corrects the description, with `x-understudy` where need be. */
  readonly overlay?: unknown;
  /** Told of what of the description cannot be honoured, each once. */
  readonly onWarning?: (finding: Finding) => void;
}

/** An API made from its description, and what was inferred of it. */
export interface DescribedApi {
  readonly api: Api;
  readonly explanation: Explanation;
}

/**
 * Makes an API from its OpenAPI description: what its operations do is inferred from its paths and schemas.
 *
 * @param file path of a description: OpenAPI 2.0, 3.0 or 3.1, JSON or YAML
 * @throws ContractError when the file cannot be read, is no description, or its overlay does not fit
 *
 * @example
 * const { api } = await describeApi('./petstore.yaml');
 * const simulators = await startSimulators({ apis: [api] });
 */
export async function describeApi(
  file: string,
  { name, overlay, onWarning }: DescribeOptions = {},
): Promise<DescribedApi> {
  const loaded = await loadOpenApi(file);
  const { warnings } = loaded;
  const document = overlay === undefined ? loaded.document : applyOverlay(loaded.document, overlay);
  const own = name ?? nameOf(file, document.info.title);
  const { simulator, plan } = createInferredSimulator(own, document, warnings);
  if (onWarning !== undefined) warnings.tell(onWarning);
  const folder = dirname(resolve(file));
  const scenarios = join(folder, 'scenarios');
  const api = defineApi({
    name: own,
    summary: document.info.title,
    simulator: async (): Promise<Simulator> => simulator,
    describe: async () => simulator.contract,
    contract: pathToFileURL(`${folder}/`),
    ...(existsSync(scenarios) ? { scenarios: pathToFileURL(`${scenarios}/`) } : {}),
  });
  return {
    api,
    explanation: { name: own, title: document.info.title, operations: explainPlan(plan), warnings: warnings.findings },
  };
}

const generic = new Set(['openapi', 'swagger', 'api', 'spec', 'index', 'schema', 'description', 'json', 'yaml']);

/** Lower-case letters, digits and hyphens of the file's name, or of the title where that says nothing. */
function nameOf(file: string, title: string): string {
  const [own, said] = [basename(file, extname(file)).replace(/\.(openapi|swagger|oas)$/i, ''), title].map((text) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^[^a-z]+|-+$/g, ''),
  );
  return own && !generic.has(own) ? own : said || 'api';
}
