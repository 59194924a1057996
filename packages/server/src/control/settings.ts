import type { OperationHandler } from '@understudy/kernel';
import type { operations } from '../generated/types.js';
import type { ControlContext } from './control-context.js';
import { controlErrors } from './control-errors.js';

type Operation<Id extends keyof operations> = OperationHandler<operations[Id], ControlContext>;

export const getSettings: Operation<'getSettings'> = async (_input, { sandbox }) => ({
  status: 200,
  body: sandbox.settings.view(),
});

export const changeSettings: Operation<'changeSettings'> = async ({ body }, { sandbox }) => {
  const findings = sandbox.settings.change(body);
  if (findings.length > 0) return controlErrors.badRequest(findings);
  // Other servers list these facts, too.
  sandbox.markMetadataChanged();
  return { status: 200, body: sandbox.settings.view() };
};
