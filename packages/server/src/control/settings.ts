import type { ControlOperations } from './control-context.js';
import { controlErrors } from './control-errors.js';

export const settingOperations: Pick<ControlOperations, 'getSettings' | 'changeSettings'> = {
  getSettings: async (_input, { sandbox }) => ({ status: 200, body: sandbox.settings.view() }),

  changeSettings: async ({ body }, { sandbox }) => {
    const findings = sandbox.settings.change(body);
    if (findings.length > 0) return controlErrors.badRequest(findings);
    // Other servers list these facts, too.
    sandbox.markMetadataChanged();
    return { status: 200, body: sandbox.settings.view() };
  },
};
