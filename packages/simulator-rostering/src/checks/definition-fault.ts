import type { Finding } from '@understudy/contract';
import type { ErrorResult, HandlerContext } from '@understudy/kernel';
import { rosteringRefusals } from '../errors.js';
import { mostBytesCheckedHere } from '../policies.js';
import { workOf } from '../work-of.js';

type EngineFinding = Pick<Finding, 'ruleId' | 'pointer' | 'message'>;

/** Errors of a definition that its schema cannot express (rostering.gap.references and its neighbours). */
export async function definitionFault(
  definition: unknown,
  text: string,
  context: Pick<HandlerContext, 'compute'>,
): Promise<ErrorResult | undefined> {
  const findings =
    text.length > mostBytesCheckedHere
      ? await context.compute<EngineFinding[]>(workOf('checkText'), text)
      : (await import('@understudy/engine-rostering')).checkJobDefinition(definition);
  if (findings.length === 0) return undefined;
  return rosteringRefusals.badRequest(
    findings.map(({ ruleId, pointer, message }) => ({
      ruleId,
      severity: 'error',
      message,
      pointer: `/body${pointer}`,
    })),
  );
}
