import { defineSimulator, loadBundledContract, type Simulator } from '@understudy/kernel';
import type { operations } from '../generated/types.js';
import { actionOperations } from './actions.js';
import { apiOperations } from './apis.js';
import { behaviorOperations } from './behavior.js';
import { changeOperations } from './changes.js';
import { clockOperations } from './clock.js';
import { sessionOperations } from './console-cookie.js';
import type { ControlContext, ControlOperations } from './control-context.js';
import { controlErrors, createProblemEnvelope } from './control-errors.js';
import { deliveryOperations } from './deliveries.js';
import { editOperations } from './edit-records.js';
import { eventOperations, tellChange } from './events.js';
import { faultOperations } from './faults.js';
import { inboxOperations } from './inbox.js';
import { infoOperations } from './info.js';
import { jobOperations } from './jobs.js';
import { journalOperations } from './journal.js';
import { metricOperations } from './metrics.js';
import { recordOperations } from './records.js';
import { sandboxOperations } from './sandboxes.js';
import { snapshotOperations } from './snapshots.js';

const controlContract = loadBundledContract('control', import.meta.url, '../../src/generated/contract.json');

const settingOperations: Pick<ControlOperations, 'getSettings' | 'changeSettings'> = {
  getSettings: async (_input, { sandbox }) => ({ status: 200, body: sandbox.settings.view() }),

  changeSettings: async ({ body }, { sandbox }) => {
    const findings = sandbox.settings.change(body);
    if (findings.length > 0) return controlErrors.badRequest(findings);
    // Other servers also show these facts in lists.
    sandbox.markMetadataChanged();
    return { status: 200, body: sandbox.settings.view() };
  },
};

export function createControlSimulator(): Simulator {
  return defineSimulator<operations, ControlContext>({
    name: 'control',
    contract: controlContract,
    operations: {
      ...actionOperations,
      ...apiOperations,
      ...changeOperations,
      ...clockOperations,
      ...sessionOperations,
      ...deliveryOperations,
      ...editOperations,
      ...eventOperations,
      ...inboxOperations,
      ...infoOperations,
      ...jobOperations,
      ...journalOperations,
      ...metricOperations,
      ...recordOperations,
      ...sandboxOperations,
      ...snapshotOperations,
      ...tellingChanges({ ...behaviorOperations, ...faultOperations, ...settingOperations }),
    },
    refusals: controlErrors,
    envelope: createProblemEnvelope,
  });
}

/** Notifies a sandbox's pages of changes that have no journal entry. */
function tellingChanges<Operations extends Partial<ControlOperations>>(operations: Operations): Operations {
  const telling = Object.entries(operations).map(([name, run]) => {
    if (controlContract.operations.get(name)?.method === 'GET') return [name, run];
    const told = async (input: never, context: ControlContext) => {
      const response = await run(input, context);
      if (response.status < 400) tellChange(context.sandbox.journal);
      return response;
    };
    return [name, told];
  });
  return Object.fromEntries(telling);
}
