import type { components } from '../generated/types.js';

type Schemas = components['schemas'];

export type ServerInfo = Schemas['Info'];
export type ApiInfo = Schemas['ApiInfo'];
export type ActionInfo = Schemas['ActionInfo'];
export type ClockState = Schemas['Clock'];
export type DueTimer = Schemas['DueTimer'];
export type WebhookDelivery = Schemas['Delivery'];
export type Fault = Schemas['Fault'];
export type ActiveFault = Schemas['FaultStanding'];
export type Job = Schemas['Job'];
export type JournalEntry = Schemas['JournalEntry'];
export type InboxMessage = Schemas['Message'];
export type ProblemDetails = Schemas['Problem'];
export type Sandbox = Schemas['Sandbox'];
export type SnapshotInfo = Schemas['SnapshotInfo'];
export type InboxInfo = Schemas['InboxList']['inboxes'][number];
export type CollectionInfo = Schemas['CollectionInfo'];
export type RecordChange = Schemas['RecordChange'];
export type EditedRecord = Schemas['EditedRecord'];
export type StoredEntry = Schemas['StoredEntry'];
export type Figure = Schemas['Figure'];
export type DescribedApi = Schemas['DescribedApi'];
export type ApiEvidence = Schemas['ApiEvidence'];
export type BehaviorModel = Schemas['BehaviorModel'];
export type ApiBehavior = Schemas['ApiBehavior'];
export type ScenarioRun = Schemas['ScenarioRun'];
