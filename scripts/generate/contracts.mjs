import { loadDescription, loadYaml } from '@understudy/contract';
import openapiTS, { astToString } from 'openapi-typescript';

/** Which description is generated into which package. */
const packages = {
  control: 'packages/kernel',
  einvoicing: 'packages/simulator-einvoicing',
  identity: 'packages/simulator-identity',
  inventory: 'packages/simulator-inventory',
  payroll: 'packages/simulator-payroll',
  rostering: 'packages/simulator-rostering',
  time: 'packages/simulator-time',
};

const banner = '// Generated from specs/ by `npm run generate`; change the description instead.\n\n';

/** The bundled description and the types of every API that a package serves, and the types the analysis services share. */
export const generator = {
  name: 'contracts',
  async files() {
    const files = new Map();
    for (const [api, folder] of Object.entries(packages)) {
      const document = await loadDescription(`specs/${api}/openapi.yaml`);
      files.set(`${folder}/src/generated/contract.json`, `${JSON.stringify(document, null, 2)}\n`);
      files.set(`${folder}/src/generated/types.ts`, await generateTypes(document));
    }
    const shared = await loadYaml('specs/analysis/components.yaml');
    const info = { title: 'Shared by the analysis services', version: '0' };
    const document = { openapi: '3.1.0', info, paths: {}, components: shared.components };
    files.set('packages/simulator-analysis/src/generated/types.ts', await generateTypes(document));
    return files;
  },
};

async function generateTypes(document) {
  // A copy, because openapi-typescript resolves what it is given in place.
  const copy = structuredClone(document);
  requireDefaulted(copy);
  return banner + astToString(await openapiTS(copy, { defaultNonNullable: true, silent: true }));
}

/** The types are for handlers, and a handler is always given a parameter that has a default. */
function requireDefaulted(node) {
  if (typeof node !== 'object' || node === null) {
    return;
  }
  if (typeof node.in === 'string' && typeof node.name === 'string' && node.schema?.default !== undefined) {
    node.required = true;
  }
  for (const child of Object.values(node)) {
    requireDefaulted(child);
  }
}
