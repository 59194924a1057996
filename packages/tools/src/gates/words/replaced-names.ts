/** A name that has been replaced. `remaining` uses are left to rename: lower it, never raise it. */
interface ReplacedName {
  /** Regular expression of whole words. */
  readonly name: string;
  readonly better: string;
  readonly remaining?: number;
}

export const replacedNames: readonly ReplacedName[] = [
  { name: 'Dormitory', better: 'SandboxActivator' },
  { name: '(?:Tenancy|Tenancies)', better: 'SandboxRegistry' },
  { name: 'Stay', better: 'Activation' },
  { name: 'Admissions', better: 'SandboxRegistry' },
  { name: '(?:SandboxSpace|SandboxTerms|SandboxStart|SandboxSummary|SandboxWorld)', better: 'SandboxMetadata' },
  { name: '(?:World|OwnWorld)', better: 'ServerContext' },
  { name: 'whoGivesWay', better: 'evictionCandidate' },
  { name: 'inPlainWords', better: 'toUnavailable' },
  { name: 'freeDead', better: 'releaseExpiredWorkers' },
  { name: 'workOn', better: 'runJob' },
  { name: 'Tellings', better: 'ProgressWriter' },
  { name: 'Shelves', better: 'SandboxTables' },
  { name: 'SchemaShelf', better: 'SchemaRegistry' },
  { name: 'WaitingLine', better: 'FifoQueue' },
  { name: 'FairLine', better: 'RoundRobinQueue' },
  { name: 'LiveLine', better: 'ProgressChannel' },
  { name: 'Turns', better: 'EventLoopYield', remaining: 5 },
  { name: 'AnswersOfATurn', better: 'ResponseBatcher' },
  { name: 'ControlDoor', better: 'ControlAccessPolicy' },
  { name: 'misbehave', better: 'injectFaults' },
  { name: '(?:whereabouts|Whereabouts)', better: 'locateOwner' },
  { name: 'JobDesk', better: 'JobClient' },
  { name: 'TimerDesk', better: 'TimerScheduler' },
  { name: 'WebhookDesk', better: 'WebhookSender' },
  { name: 'UnitPlace', better: 'UnitOrigin' },
  { name: 'usual[A-Z]\\w*', better: 'default…', remaining: 12 },
  { name: 'Familiar', better: 'KnownValues' },
  { name: 'Stranger', better: 'ForeignCaller' },
  { name: 'besideList', better: 'listMetadata' },
  { name: 'madeValue', better: 'generateValue' },
  { name: 'MadeRequest', better: 'GeneratedRequest' },
  { name: '(?:spoilRequest|spoilMultipart)', better: 'mutateRequest' },
  { name: 'takeStep', better: 'runStep' },
  { name: 'tryStep', better: 'attemptStep' },
  { name: 'groundIssue', better: 'linkToClaims' },
  { name: 'placeOf', better: 'toJsonPath', remaining: 13 },
  { name: 'patience', better: 'timeoutMs', remaining: 11 },
];
