import type { ResolvedWorkflow } from '@understudy/conformance';
import { readDeclaredInputs } from '@understudy/conformance';
import { membersOf } from '@understudy/contract';
import type { ApiTestValues, TargetConfig } from './config.js';

interface TargetInputs {
  inputsFor(item: ResolvedWorkflow): Record<string, unknown>;
  /** Explains why required inputs are missing. Returns `undefined` if the target has all of them. */
  whyNot(item: ResolvedWorkflow): string | undefined;
}

/**
 * Provides workflow inputs: credentials, configured `inputs`, and names from `tenants` and `companies` in order.
 * Without `tenants`, appends the run id to the default tenant. The run id is also appended to every input marked
 * `x-unique`.
 */
export function createTargetInputs(
  target: TargetConfig,
  runId: string,
  variables: Readonly<Record<string, string | undefined>>,
): TargetInputs {
  const fill = (text: string, { workflow }: ResolvedWorkflow): string =>
    text.replaceAll('{runId}', runId).replaceAll('{workflow}', workflow.workflowId);
  const valuesOf = ({ file }: ResolvedWorkflow): Required<ApiTestValues> => {
    const own: ApiTestValues = target.apis[file.api ?? ''] ?? {};
    return {
      tenants: own.tenants ?? target.tenants ?? [],
      companies: own.companies ?? target.companies ?? [],
      credentials: { ...target.credentials, ...own.credentials },
      inputs: { ...target.inputs, ...own.inputs },
    };
  };
  return {
    inputsFor(item) {
      const { tenants, companies, credentials, inputs } = valuesOf(item);
      const { properties } = readDeclaredInputs(item.workflow, item.file);
      const given: Record<string, unknown> = {};
      const lists = { tenant: [...tenants], company: [...companies] };
      for (const [name, schema] of Object.entries(properties)) {
        const kind = kindOf(name);
        const listed = kind === undefined ? undefined : lists[kind].shift();
        const { default: preset, 'x-unique': isUnique } = membersOf(schema);
        if (listed !== undefined) given[name] = fill(listed, item);
        else if ((kind === 'tenant' || isUnique === true) && typeof preset === 'string') {
          given[name] = `${preset}-${runId}`;
        }
      }
      for (const [name, value] of Object.entries(inputs))
        given[name] = typeof value === 'string' ? fill(value, item) : value;
      for (const [name, variable] of Object.entries(credentials)) given[name] = variables[variable];
      return given;
    },
    whyNot(item) {
      const { tenants, companies, inputs } = valuesOf(item);
      const names = Object.keys(readDeclaredInputs(item.workflow, item.file).properties).filter(
        (name) => !(name in inputs),
      );
      const lacks = (kind: 'tenant' | 'company', there: number): boolean =>
        there > 0 && names.filter((name) => kindOf(name) === kind).length > there;
      if (lacks('tenant', tenants.length)) return 'it requires more tenants than the target has';
      return lacks('company', companies.length) ? 'it requires more companies than the target has' : undefined;
    },
  };
}

function kindOf(name: string): 'tenant' | 'company' | undefined {
  if (/tenantId$/i.test(name)) return 'tenant';
  return /companyId$/i.test(name) ? 'company' : undefined;
}
