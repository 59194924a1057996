import { acceptedKeys } from './access/accepted-keys.js';
import { demoUsers } from './access/demo-users.js';
import { owners } from './access/owners.js';
import { pageUsers } from './access/page-users.js';
import { permissions } from './access/permissions.js';
import { signIn } from './access/sign-in.js';
import { conditionalChange } from './errors/conditional-change.js';
import { errorCodes } from './errors/error-codes.js';
import { invalidStatus } from './errors/invalid-status.js';
import { eventBodies } from './events/event-bodies.js';
import { eventDelivery } from './events/event-delivery.js';
import { eventStreams } from './events/event-streams.js';
import { eventTypes } from './events/event-types.js';
import { receivers } from './events/receivers.js';
import { storedFiles } from './files/stored-files.js';
import { uploads } from './files/uploads.js';
import { derivedStates } from './lifecycle/derived-states.js';
import { initialState } from './lifecycle/initial-state.js';
import { jobSteps } from './lifecycle/job-steps.js';
import { requestedStates } from './lifecycle/requested-states.js';
import { stateStamps } from './lifecycle/state-stamps.js';
import { timedTransitions } from './lifecycle/timed-transitions.js';
import { transitions } from './lifecycle/transitions.js';
import { embeddedRecords } from './lists/embedded-records.js';
import { hiddenRecords } from './lists/hidden-records.js';
import { listFilters } from './lists/list-filters.js';
import { listOrder } from './lists/list-order.js';
import { defaultValues } from './members/default-values.js';
import { demoBills } from './members/demo-bills.js';
import { demoCounts } from './members/demo-counts.js';
import { demoReferences } from './members/demo-references.js';
import { demoTotals } from './members/demo-totals.js';
import { describedValue } from './members/described-value.js';
import { hiddenMembers } from './members/hidden-members.js';
import { keyPrefixes } from './members/key-prefixes.js';
import { letterCase } from './members/letter-case.js';
import { lineTotals } from './members/line-totals.js';
import { otherNames } from './members/other-names.js';
import { repeatedRequests } from './members/repeated-requests.js';
import { requestFlags } from './members/request-flags.js';
import { sequences } from './members/sequences.js';
import { textBodies } from './members/text-bodies.js';
import { timestamps } from './members/timestamps.js';
import { versionNumbers } from './members/version-numbers.js';
import { conventionalKeys, errorCodeMeanings, nameMeanings } from './names/meanings.js';
import { bulkRequests } from './prose/bulk-requests.js';
import { chosenReferences } from './prose/chosen-references.js';
import { describedAnswers } from './prose/described-answers.js';
import { describedConsequences } from './prose/described-consequences.js';
import { describedLimits } from './prose/described-limits.js';
import { describedNeeds } from './prose/described-needs.js';
import { describedSets } from './prose/described-sets.js';
import { historyEntries } from './prose/history-entries.js';
import { lineStock } from './prose/line-stock.js';
import { carriedReferences } from './relations/carried-references.js';
import { copiedMembers } from './relations/copied-members.js';
import { deletionOfReferred } from './relations/deletion-of-referred.js';
import { demoTargets } from './relations/demo-targets.js';
import { joinedRecords } from './relations/joined-records.js';
import { referenceByName } from './relations/reference-by-name.js';
import { sentRecords } from './relations/sent-records.js';
import { uniqueMembers } from './relations/unique-members.js';
import type { InferenceRule } from './rule.js';

/** The rules about names, which also run for older pins without these statements. */
export const rulesOfNames: readonly InferenceRule[] = [nameMeanings, errorCodeMeanings, conventionalKeys, receivers];

/** All rules, in the order in which they run. */
export const inferenceRules: readonly InferenceRule[] = [
  ...rulesOfNames,
  referenceByName,
  deletionOfReferred,
  uniqueMembers,
  carriedReferences,
  embeddedRecords,
  sentRecords,
  joinedRecords,
  copiedMembers,
  timestamps,
  versionNumbers,
  requestFlags,
  otherNames,
  textBodies,
  stateStamps,
  hiddenMembers,
  listFilters,
  hiddenRecords,
  listOrder,
  jobSteps,
  transitions,
  requestedStates,
  describedValue,
  derivedStates,
  defaultValues,
  timedTransitions,
  initialState,
  chosenReferences,
  lineTotals,
  demoTotals,
  demoReferences,
  demoTargets,
  demoBills,
  letterCase,
  sequences,
  keyPrefixes,
  acceptedKeys,
  signIn,
  pageUsers,
  demoUsers,
  demoCounts,
  owners,
  permissions,
  describedNeeds,
  describedLimits,
  describedConsequences,
  lineStock,
  historyEntries,
  describedSets,
  describedAnswers,
  bulkRequests,
  uploads,
  storedFiles,
  eventTypes,
  eventStreams,
  eventBodies,
  eventDelivery,
  conditionalChange,
  repeatedRequests,
  errorCodes,
  invalidStatus,
];
