import type { Finding } from '@understudy/contract';
import type { AnalyzeWarning } from '@understudy/engine-rostering';
import type { HandlerContext, OperationHandler } from '@understudy/kernel';
import { rosteringErrors } from '../errors.js';
import type { components, operations } from '../generated/types.js';
import { maxInlineCheckLength } from '../policies.js';
import { toWorkerFunction } from '../to-worker-function.js';

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

type EngineFinding = Pick<Finding, 'ruleId' | 'pointer' | 'message'>;

/** Finds errors in a definition that its schema cannot express (rostering.gap.references and related gaps). */
export async function checkDefinition(definition: unknown, text: string, context: Pick<HandlerContext, 'compute'>) {
  const findings =
    text.length > maxInlineCheckLength
      ? await context.compute<EngineFinding[]>(toWorkerFunction('checkText'), text)
      : (await import('@understudy/engine-rostering')).checkJobDefinition(definition);
  if (findings.length === 0) return undefined;
  return rosteringErrors.badRequest(
    findings.map(({ ruleId, pointer, message }) => ({
      ruleId,
      severity: 'error',
      message,
      pointer: `/body${pointer}`,
    })),
  );
}

/** Decodes bytes that are valid UTF-8. Keeps a byte order mark, so that encoding the text returns the same bytes. */
export function decodeDefinition(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
