import type { Handler } from '@understudy/kernel';
import { findInvoice } from '../exchange/find-invoice.js';
import type { operations } from '../generated/types.js';
import { checkNames } from './check-definitions.js';
import { detectCollections } from './entities.js';
import { presentAnalysis, startAnalysis } from './run-analysis.js';

/** Runs checks on an own invoice: the given ones, or all active ones. */
export const triggerAnalysis: Handler<operations['triggerAnalysis']> = async ({ query }, context) => {
  const named = query['checks_to_run[]'];
  const found = await findInvoice(context, query.resource_id);
  if ('refused' in found) return found;
  const { company } = found.acting;
  const wanted = checkNames.filter((name) => named?.some((one) => one === name) ?? company.checks.includes(name));
  const started = await startAnalysis(context, company, found.invoice, wanted, 'REQUEST');
  return { status: 201, body: started.map(presentAnalysis) };
};

/** The latest run of each check on an own invoice (einvoicing.gap.analysis-unknown). */
export const getAnalysis: Handler<operations['getAnalysis']> = async ({ path }, context) => {
  const found = await findInvoice(context, path.id);
  if ('refused' in found) return found;
  const { acting, invoice } = found;
  const analyses = acting.scope.collection(detectCollections.analyses);
  const latest = await Promise.all(checkNames.map((name) => analyses.get(`${invoice.id}/${name}`)));
  return { status: 200, body: latest.filter((analysis) => analysis !== undefined).map(presentAnalysis) };
};
