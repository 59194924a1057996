import type { AnalyzeWarning } from '@understudy/engine-rostering';
import type { OperationHandler } from '@understudy/kernel';
import { definitionText } from '../definition-text.js';
import type { components, operations } from '../generated/types.js';
import { workOf } from '../work-of.js';
import { definitionFault } from './definition-fault.js';

/** Returns the documented dummy, or with `configuration.analyzeInput` true warnings (rostering.analyze.dummy). */
export const analyze: OperationHandler<operations['analyze']> = async ({ body, headers }, context) => {
  const text = definitionText(context.request.bytes);
  const fault = await definitionFault(body, text, context);
  if (fault !== undefined) return fault;
  const warnings = await context.compute<AnalyzeWarning[]>(workOf('analyzeText'), {
    definition: text,
    languages: headers.ACCEPT_LANGUAGE,
  });
  return { status: 200, body: { jobId: context.ids.next('analysis'), warnings } };
};

/** The infeasibilities and warnings of a definition (rostering.feasibility.reports). Creates no job. */
export const checkFeasibility: OperationHandler<operations['checkFeasibility']> = async ({ body }, context) => {
  const text = definitionText(context.request.bytes);
  const fault = await definitionFault(body, text, context);
  if (fault !== undefined) return fault;
  type Report = components['schemas']['FeasibilityResponse'];
  return { status: 200, body: await context.compute<Report>(workOf('feasibilityReport'), text) };
};
