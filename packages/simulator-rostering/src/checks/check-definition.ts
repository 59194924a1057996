import type { Finding } from '@understudy/contract';
import type { HandlerContext } from '@understudy/kernel';
import { rosteringErrors } from '../errors.js';
import { maxInlineCheckLength } from '../policies.js';
import { toWorkerFunction } from '../to-worker-function.js';

type EngineFinding = Pick<Finding, 'ruleId' | 'pointer' | 'message'>;

/** Finds errors of a definition that its schema cannot express (rostering.gap.references and related gaps). */
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
