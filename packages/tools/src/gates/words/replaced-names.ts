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
  {
    name: '(?:SandboxSpace|SandboxTerms|SandboxStart|SandboxSummary|SandboxWorld)',
    better: 'SandboxMetadata',
    remaining: 15,
  },
  { name: '(?:World|OwnWorld)', better: 'ServerContext', remaining: 27 },
  { name: 'whoGivesWay', better: 'evictionCandidate' },
  { name: 'inPlainWords', better: 'toUnavailable', remaining: 10 },
  { name: 'freeDead', better: 'releaseExpiredWorkers' },
  { name: 'workOn', better: 'runJob' },
  { name: 'Tellings', better: 'ProgressWriter' },
  { name: 'Shelves', better: 'SandboxTables', remaining: 12 },
  { name: 'SchemaShelf', better: 'SchemaRegistry', remaining: 4 },
  { name: 'WaitingLine', better: 'FifoQueue', remaining: 9 },
  { name: 'FairLine', better: 'RoundRobinQueue', remaining: 13 },
  { name: 'LiveLine', better: 'ProgressChannel', remaining: 8 },
  { name: 'Turns', better: 'EventLoopYield', remaining: 24 },
  { name: 'AnswersOfATurn', better: 'ResponseBatcher', remaining: 6 },
  { name: 'ControlDoor', better: 'ControlAccessPolicy', remaining: 4 },
  { name: 'misbehave', better: 'injectFaults', remaining: 11 },
  { name: '(?:whereabouts|Whereabouts)', better: 'locateOwner', remaining: 4 },
  { name: 'JobDesk', better: 'JobClient', remaining: 8 },
  { name: 'TimerDesk', better: 'TimerScheduler', remaining: 10 },
  { name: 'WebhookDesk', better: 'WebhookSender', remaining: 6 },
  { name: 'UnitPlace', better: 'UnitOrigin', remaining: 12 },
  { name: 'usual[A-Z]\\w*', better: 'default…', remaining: 55 },
  { name: 'Familiar', better: 'KnownValues' },
  { name: 'Stranger', better: 'ForeignCaller' },
  { name: 'besideList', better: 'listMetadata', remaining: 3 },
  { name: 'madeValue', better: 'generateValue', remaining: 19 },
  { name: 'MadeRequest', better: 'GeneratedRequest' },
  { name: '(?:spoilRequest|spoilMultipart)', better: 'mutateRequest' },
  { name: 'takeStep', better: 'runStep', remaining: 4 },
  { name: 'tryStep', better: 'attemptStep', remaining: 3 },
  { name: 'groundIssue', better: 'linkToClaims', remaining: 5 },
  { name: 'placeOf', better: 'toJsonPath', remaining: 55 },
  { name: 'patience', better: 'timeoutMs', remaining: 55 },
];
