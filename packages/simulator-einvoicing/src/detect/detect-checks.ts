import type { Handler } from '@understudy/kernel';
import { forCompany } from '../access/for-company.js';
import { putCompany } from '../companies/put-company.js';
import type { CheckName } from '../entities.js';
import type { operations } from '../generated/types.js';
import { checkNames, presentDefinition } from './check-definitions.js';

/** Every check of the definitions with whether it is active. */
export const getDetectChecks = forCompany<operations['getDetectChecks']>(async (_input, _context, { company }) => ({
  status: 200,
  body: { checks: shown(company.checks) },
}));

/** Activates and deactivates the given checks (einvoicing.detect.patch-checks). */
export const updateDetectChecks = forCompany<operations['updateDetectChecks']>(async ({ body }, context, acting) => {
  const wanted: Record<string, boolean> = { ...shown(acting.company.checks), ...body.checks };
  const checks = checkNames.filter((name) => wanted[name] === true);
  await putCompany(context, { ...acting.company, checks });
  return { status: 200, body: { checks: shown(checks) } };
});

function shown(active: readonly CheckName[]): Record<string, boolean> {
  return Object.fromEntries(checkNames.map((name) => [name, active.includes(name)]));
}

/** All checks, or those named, with all attributes or those named (einvoicing.detect.definitions). */
export const listCheckDefinitions: Handler<operations['listCheckDefinitions']> = async ({ query }) => {
  const wanted = query['checks[]'];
  const attributes = query['check_attributes[]'];
  const checks = checkNames
    .filter((name) => wanted?.some((one) => one === name) ?? true)
    .map(presentDefinition)
    .map((definition) => {
      if (attributes === undefined) return definition;
      const kept = Object.entries(definition).filter(([key]) => attributes.includes(key));
      return { ...Object.fromEntries(kept), name: definition.name };
    });
  return { status: 200, body: { app_version: '1.0', checks } };
};
