import type { Handler } from '@understudy/kernel';
import { definitionText } from '../definition-text.js';
import type { components, operations } from '../generated/types.js';
import { workOf } from '../work-of.js';
import { definitionFault } from './definition-fault.js';

/** What makes a roster impossible, and what to be warned of (rostering.feasibility.reports). Creates no job. */
export const checkFeasibility: Handler<operations['checkFeasibility']> = async ({ body }, context) => {
  const text = definitionText(context.request.bytes);
  const fault = await definitionFault(body, text, context);
  if (fault !== undefined) return fault;
  type Report = components['schemas']['FeasibilityResponse'];
  return { status: 200, body: await context.compute<Report>(workOf('feasibilityReport'), text) };
};
