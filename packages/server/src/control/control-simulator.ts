import { defineSimulator, loadBundledContract, type Simulator } from '@understudy/kernel';
import type { operations } from '../generated/types.js';
import { actionOperations } from './actions.js';
import { apiOperations } from './apis.js';
import { behaviorOperations } from './behavior.js';
import { changeOperations } from './changes.js';
import { clockOperations } from './clock.js';
import { sessionOperations } from './console-cookie.js';
import type { ControlContext } from './control-context.js';
import { controlErrors, createProblemEnvelope } from './control-errors.js';
import { deliveryOperations } from './deliveries.js';
import { editOperations } from './edit-records.js';
import { eventOperations } from './events.js';
import { faultOperations } from './faults.js';
import { inboxOperations } from './inbox.js';
import { infoOperations } from './info.js';
import { jobOperations } from './jobs.js';
import { journalOperations } from './journal.js';
import { metricOperations } from './metrics.js';
import { recordOperations } from './records.js';
import { sandboxOperations } from './sandboxes.js';
import { settingOperations } from './settings.js';
import { snapshotOperations } from './snapshots.js';

const controlContract = loadBundledContract('control', import.meta.url, '../../src/generated/contract.json');

export function createControlSimulator(): Simulator {
  return defineSimulator<operations, ControlContext>({
    name: 'control',
    contract: controlContract,
    operations: {
      ...actionOperations,
      ...apiOperations,
      ...behaviorOperations,
      ...changeOperations,
      ...clockOperations,
      ...sessionOperations,
      ...deliveryOperations,
      ...editOperations,
      ...eventOperations,
      ...faultOperations,
      ...inboxOperations,
      ...infoOperations,
      ...jobOperations,
      ...journalOperations,
      ...metricOperations,
      ...recordOperations,
      ...sandboxOperations,
      ...settingOperations,
      ...snapshotOperations,
    },
    refusals: controlErrors,
    envelope: createProblemEnvelope,
  });
}
