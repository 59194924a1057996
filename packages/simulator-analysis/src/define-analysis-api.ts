import {
  defineSimulator,
  type HandlerContext,
  type JobKindWithInput,
  type OperationHandlers,
  type Simulator,
} from '@understudy/kernel';
import { createDeletionJobKind, deleteDatasetData, getDatasetSummary, listDatasets } from './deletion-job.js';
import { analysisErrors, checkScope, createAnalysisEnvelope } from './errors.js';
import { getJobStatus } from './jobs/find-own-job.js';
import type { AnalysisService } from './service.js';
import { pageSizeSetting } from './settings.js';
import { addSubscriptionsAction, getSubscriptions, unsubscribeDatasets } from './subscriptions.js';
import { createPresignedUrl, type UploadJobInput, uploadData } from './uploads/upload-data.js';
import { createDescriptionsJobKind, createUploadJobKind } from './uploads/upload-job.js';

type UploadJobs = Readonly<Record<string, JobKindWithInput<UploadJobInput>>>;
type Input<Serve extends (...given: never[]) => unknown, At extends number> = Parameters<Serve>[At];

function sharedOperations(
  service: AnalysisService,
  uploadJobs: UploadJobs,
  deletion: Input<typeof deleteDatasetData, 0>,
) {
  return {
    getPresignedUrl: (input: Input<typeof createPresignedUrl, 1>, context: HandlerContext) =>
      createPresignedUrl(service, input, context),
    uploadData: (input: Input<typeof uploadData, 2>, context: HandlerContext) =>
      uploadData(service, uploadJobs, input, context),
    // The message of a dataset is plain text (time.status.dataset-entry, payroll.status.dataset-entry).
    getJobStatus: (input: Input<typeof getJobStatus, 0>, context: HandlerContext) =>
      getJobStatus(input, context, ({ message }) => message),
    listDatasets: (input: Input<typeof listDatasets, 1>, context: HandlerContext) =>
      listDatasets(service, input, context),
    getDatasetSummary: ({ path }: { readonly path: { readonly datasetId: string } }, context: HandlerContext) =>
      getDatasetSummary(service, path.datasetId, context),
    deleteDatasetData: (input: Input<typeof deleteDatasetData, 1>, context: HandlerContext) =>
      deleteDatasetData(deletion, input, context),
    getSubscriptions,
    unsubscribeDatasets,
    // Requires no token and no tenant (payroll.gap.health-path).
    checkHealth: async () => ({ status: 200 as const, body: { message: 'OK' as const } }),
  };
}

type Definition<Operations> = Parameters<typeof defineSimulator<Operations>>[0];

/** An analysis API: its service, and everything in which it differs from the other analysis APIs. */
interface AnalysisApi<Operations> extends Pick<Definition<Operations>, 'actions' | 'views' | 'settings' | 'seedOfDay'> {
  readonly service: AnalysisService;
  /** The job that a prediction starts, whether requested or uploaded. */
  readonly prediction: JobKindWithInput<UploadJobInput> & NonNullable<Definition<Operations>['jobs']>[number];
  readonly jobs: NonNullable<Definition<Operations>['jobs']>;
  /** Adds the API's own operations to the shared ones. */
  operations(shared: ReturnType<typeof sharedOperations>): OperationHandlers<Operations>;
}

export function defineAnalysisApi<Operations>(api: AnalysisApi<Operations>): Simulator {
  const { service, prediction, jobs, operations, settings = [], actions = {}, ...parts } = api;
  const upload = createUploadJobKind(service);
  const deletion = createDeletionJobKind(service);
  const described = service.takesDescriptions ? { descriptions: createDescriptionsJobKind(service) } : {};
  return defineSimulator<Operations>({
    ...parts,
    name: service.name,
    contract: service.contract,
    operations: operations(sharedOperations(service, { raw_data: upload, prediction, ...described }, deletion)),
    refusals: analysisErrors,
    envelope: createAnalysisEnvelope,
    jobs: [upload, ...Object.values(described), deletion, prediction, ...jobs],
    settings: [pageSizeSetting, ...settings],
    actions: { addSubscriptions: addSubscriptionsAction, ...actions },
    checkScope: (scopes) => checkScope(service, scopes),
    tenantOf: ({ tenantId }) => (typeof tenantId === 'string' ? tenantId : undefined),
  });
}
