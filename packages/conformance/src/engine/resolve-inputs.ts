import { isObject } from '@understudy/contract';
import type { ScenarioFile, Workflow } from '../arazzo/model.js';
import { readDeclaredInputs } from '../arazzo/resolve.js';

/** The inputs of a workflow, and the names of missing inputs. */
interface ResolvedInputs {
  values: Record<string, unknown>;
  missing: string[];
}

/**
 * Resolves the inputs of a workflow. The caller's values take precedence over the run's, which take precedence over the
 * schema's `default`.
 */
export function resolveInputs(
  workflow: Workflow,
  file: ScenarioFile,
  given: Readonly<Record<string, unknown>>,
  fromRun: Readonly<Record<string, unknown>>,
): ResolvedInputs {
  const { properties, required } = readDeclaredInputs(workflow, file);
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    if (Object.hasOwn(fromRun, name)) values[name] = fromRun[name];
    else if (isObject(schema) && 'default' in schema) values[name] = schema.default;
  }
  Object.assign(values, given);
  return { values, missing: required.filter((name) => values[name] === undefined) };
}
