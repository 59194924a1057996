import { defineSimulator, loadBundledContract, type Simulator } from '@understudy/kernel';
import type { operations } from '../generated/types.js';
import { runAction, triggerEvent } from './actions.js';
import {
  getApiDescription,
  getApiDescriptionAsYaml,
  getApiEvidence,
  getApiPage,
  getApiPageFile,
  listApis,
  runScenario,
} from './apis.js';
import { getApiBehavior, setApiOverlay } from './behavior.js';
import { listChanges, undoEdit } from './changes.js';
import { advanceClock, getClock, listTimers, setClock } from './clock.js';
import { createSession, endSession } from './console-cookie.js';
import type { ControlContext } from './control-context.js';
import { controlErrors, createProblemEnvelope } from './control-errors.js';
import { listDeliveries, replayDelivery } from './deliveries.js';
import { changeRecord, createRecord, deleteRecord, replaceRecord } from './edit-records.js';
import { getJournalHar, streamEvents } from './events.js';
import { addFault, clearFaults, listFaults, removeFault, setFaults } from './faults.js';
import { clearInbox, listInboxes, listMessages, receiveMessage, setInboxResponses } from './inbox.js';
import { getControlDescription, getInfo, getLiveness, getReadiness } from './info.js';
import { completeJob, failJob, listJobs } from './jobs.js';
import { listJournal, waitForJournal } from './journal.js';
import { getMetrics } from './metrics.js';
import { getRecord, listCollections, listRecords } from './records.js';
import { createSandbox, deleteSandbox, listSandboxes, resetSandbox, seedSandbox } from './sandboxes.js';
import { changeSettings, getSettings } from './settings.js';
import { deleteSnapshot, getSnapshot, listSnapshots, putSnapshot, restoreSnapshot } from './snapshots.js';

const controlContract = loadBundledContract('control', import.meta.url, '../../src/generated/contract.json');

export function createControlSimulator(): Simulator {
  return defineSimulator<operations, ControlContext>({
    name: 'control',
    contract: controlContract,
    operations: {
      getInfo,
      getControlDescription,
      getLiveness,
      getReadiness,
      getMetrics,
      listApis,
      getApiPage,
      getApiDescription,
      getApiDescriptionAsYaml,
      getApiEvidence,
      getApiBehavior,
      setApiOverlay,
      runScenario,
      getApiPageFile,
      listSandboxes,
      createSandbox,
      deleteSandbox,
      resetSandbox,
      seedSandbox,
      getClock,
      setClock,
      advanceClock,
      createSession,
      endSession: endSession,
      getSettings,
      changeSettings,
      listJournal,
      waitForJournal,
      getJournalHar,
      streamEvents,
      listFaults,
      setFaults,
      clearFaults,
      addFault,
      removeFault,
      listCollections,
      listRecords,
      getRecord,
      createRecord,
      replaceRecord,
      changeRecord,
      deleteRecord,
      undo: undoEdit,
      listChanges,
      listSnapshots,
      getSnapshot,
      putSnapshot,
      deleteSnapshot,
      restoreSnapshot,
      listDeliveries,
      replayDelivery,
      listJobs,
      completeJob,
      failJob,
      receiveMessage,
      receiveMessageByPut: receiveMessage,
      receiveMessageByGet: receiveMessage,
      receiveMessageByPatch: receiveMessage,
      receiveMessageByDelete: receiveMessage,
      setInboxResponses,
      listMessages,
      clearInbox,
      listInboxes,
      listTimers,
      runAction,
      triggerEvent,
    },
    refusals: controlErrors,
    envelope: createProblemEnvelope,
  });
}
