import type { AnalyzeWarning } from '@understudy/engine-rostering';
import type { OperationHandler } from '@understudy/kernel';
import { decodeDefinition } from '../decode-definition.js';
import type { components, operations } from '../generated/types.js';
import { toWorkerFunction } from '../to-worker-function.js';
import { checkDefinition } from './check-definition.js';

/**
 * Returns the documented dummy or, if `configuration.analyzeInput` is true, real warnings (rostering.analyze.dummy).
 */
export const analyze: OperationHandler<operations['analyze']> = async ({ body, headers }, context) => {
  const text = decodeDefinition(context.request.bytes);
  const fault = await checkDefinition(body, text, context);
  if (fault !== undefined) return fault;
  const warnings = await context.compute<AnalyzeWarning[]>(toWorkerFunction('analyzeText'), {
    definition: text,
    languages: headers.ACCEPT_LANGUAGE,
  });
  return { status: 200, body: { jobId: context.ids.next('analysis'), warnings } };
};

/** Returns the infeasibilities and warnings of a definition (rostering.feasibility.reports) without creating a job. */
export const checkFeasibility: OperationHandler<operations['checkFeasibility']> = async ({ body }, context) => {
  const text = decodeDefinition(context.request.bytes);
  const fault = await checkDefinition(body, text, context);
  if (fault !== undefined) return fault;
  type Report = components['schemas']['FeasibilityResponse'];
  return { status: 200, body: await context.compute<Report>(toWorkerFunction('feasibilityReport'), text) };
};
