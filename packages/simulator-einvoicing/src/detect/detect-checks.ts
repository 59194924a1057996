import type { OperationHandler } from '@understudy/kernel';
import { handleForCompany } from '../access/handle-for-company.js';
import { putCompany } from '../companies/put-company.js';
import type { CheckName } from '../entities.js';
import { findInvoice } from '../exchange/find-invoice.js';
import type { operations } from '../generated/types.js';
import { checkNames, presentDefinition } from './check-definitions.js';
import { detectCollections } from './entities.js';
import { presentAnalysis, startAnalysis } from './run-analysis.js';

/** Lists every defined check and whether it is active. */
export const getDetectChecks = handleForCompany<operations['getDetectChecks']>(
  async (_input, _context, { company }) => ({ status: 200, body: { checks: shown(company.checks) } }),
);

/** Activates and deactivates the given checks (einvoicing.detect.patch-checks). */
export const updateDetectChecks = handleForCompany<operations['updateDetectChecks']>(
  async ({ body }, context, acting) => {
    const wanted: Record<string, boolean> = { ...shown(acting.company.checks), ...body.checks };
    const checks = checkNames.filter((name) => wanted[name] === true);
    await putCompany(context, { ...acting.company, checks });
    return { status: 200, body: { checks: shown(checks) } };
  },
);

function shown(active: readonly CheckName[]): Record<string, boolean> {
  return Object.fromEntries(checkNames.map((name) => [name, active.includes(name)]));
}

/** Lists all checks or the named ones, with all attributes or the named ones (einvoicing.detect.definitions). */
export const listCheckDefinitions: OperationHandler<operations['listCheckDefinitions']> = async ({ query }) => {
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

/** Runs checks on an invoice of the company: the given checks, or all active ones. */
export const triggerAnalysis: OperationHandler<operations['triggerAnalysis']> = async ({ query }, context) => {
  const named = query['checks_to_run[]'];
  const found = await findInvoice(context, query.resource_id);
  if ('refused' in found) return found;
  const { company } = found.acting;
  const wanted = checkNames.filter((name) => named?.some((one) => one === name) ?? company.checks.includes(name));
  const started = await startAnalysis(context, company, found.invoice, wanted, 'REQUEST');
  return { status: 201, body: started.map(presentAnalysis) };
};

/** Returns the latest run of each check on an invoice of the company (einvoicing.gap.analysis-unknown). */
export const getAnalysis: OperationHandler<operations['getAnalysis']> = async ({ path }, context) => {
  const found = await findInvoice(context, path.id);
  if ('refused' in found) return found;
  const { acting, invoice } = found;
  const analyses = acting.scope.collection(detectCollections.analyses);
  const latest = await Promise.all(checkNames.map((name) => analyses.get(`${invoice.id}/${name}`)));
  return { status: 200, body: latest.filter((analysis) => analysis !== undefined).map(presentAnalysis) };
};
