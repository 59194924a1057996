import type {
  DataScope,
  HandlerContext,
  JobKind,
  JobKindWithInput,
  JobRecord,
  WebhookRequest,
} from '@understudy/kernel';
import { createWebhookUrlError } from '../errors.js';
import type { AnalysisService } from '../service.js';
import { analysisWebhookPolicy } from '../settings.js';
import { getDataOwner } from './find-own-job.js';
import {
  type AnalysisJobInput,
  createFailedOutcome,
  createJobResult,
  type DatasetOutcome,
  findUsableWebhook,
  type JobOutcome,
} from './job-outcome.js';

export interface AnalysisWorkResult {
  /**
   * The error that makes the whole job invalid because it belongs to no single dataset
   * (analysis.gap.upload-root-fault).
   */
  readonly fault?: string;
  readonly datasets: readonly DatasetOutcome[];
}

export interface AnalysisJob<Input extends AnalysisJobInput, Loaded, Output extends AnalysisWorkResult> {
  /** Name of the job kind and of its function in the service's work module. */
  readonly name: string;
  load(job: JobRecord<Input, JobOutcome>, scope: DataScope, now: Date): Promise<Loaded>;
  /** Stages the output of the work. */
  store(job: JobRecord<Input, JobOutcome>, output: Output, scope: DataScope, now: Date): Promise<void>;
  /** Changes the reported outcomes of the datasets. */
  outcomes?(outcomes: readonly DatasetOutcome[]): readonly DatasetOutcome[];
  slim?(input: Input): Input;
  /** Number of records the job processes. The documented durations depend on it. */
  countRecords?(input: Input): number;
}

/**
 * Creates a kind of job whose state is `inProgress`, then finally `success` or `invalid`. A second upload runs it again
 * (analysis.gap.transitions).
 */
export function createAnalysisJobKind<Input extends AnalysisJobInput, Loaded, Output extends AnalysisWorkResult>(
  service: AnalysisService,
  job: AnalysisJob<Input, Loaded, Output>,
): JobKind<Input, Loaded, Output, JobOutcome> {
  return {
    name: job.name,
    machine: { initial: 'inProgress', moves: { inProgress: ['success', 'invalid'] } },
    work: { module: service.workModule, name: job.name },
    load: job.load,
    async apply(record, output, scope, now) {
      await job.store(record, output, scope, now);
      const { label, datasetIds } = record.input;
      const datasets = sharingTexts(output.datasets, datasetIds);
      if (output.fault === undefined) return createJobResult(label, job.outcomes?.(datasets) ?? datasets);
      return { status: 'invalid', outcome: { message: `${label} job failed. ${output.fault}`, datasets } };
    },
    failed: (record, message) => ({
      status: 'invalid',
      outcome: {
        message: `${record.input.label} job failed. ${message}`,
        datasets: record.input.datasetIds.map((datasetId) => createFailedOutcome(datasetId, 'INVALID_DATA', message)),
      },
    }),
    notification: (record) => completionWebhook(service, record),
    documentedDuration: (record) => service.documentedDuration(job.name, job.countRecords?.(record.input) ?? 0),
    ...(job.slim === undefined ? {} : { slim: job.slim }),
  };
}

/** Shares equal strings, because output from a worker thread has one copy per dataset. */
function sharingTexts(outcomes: readonly DatasetOutcome[], known: readonly string[]): DatasetOutcome[] {
  const texts = new Map<string, string>(known.map((text) => [text, text]));
  const shared = <Text extends string>(text: Text): Text => {
    const kept = texts.get(text) as Text | undefined;
    if (kept === undefined) texts.set(text, text);
    return kept ?? text;
  };
  return outcomes.map(({ datasetId, status, code, message }) => ({
    datasetId: shared(datasetId),
    status: shared(status),
    code: shared(code),
    message: shared(message),
  }));
}

/** Returns the completion request (analysis.event.headers, analysis.event.body, analysis.gap.webhook-form-per-api). */
function completionWebhook(
  { webhookForm }: AnalysisService,
  { id, status, owner, input, outcome }: JobRecord<AnalysisJobInput, JobOutcome>,
): WebhookRequest | undefined {
  const { webhook } = input;
  if (webhook === undefined) return undefined;
  const short = { jobId: id, status };
  const datasetsStatus = outcome?.datasets.map(({ datasetId, status, code, message }) => ({
    datasetId,
    status,
    ...(code === 'NOT_STORED' ? { message: { code, message } } : {}),
  }));
  return {
    url: webhook.webhookUrl,
    headers: {
      'Content-Type': 'application/json',
      tenantId: owner.tenantId,
      ...(typeof webhook.webhookApiKey === 'string' ? { 'x-api-key': webhook.webhookApiKey } : {}),
    },
    body: webhookForm === 'short' ? short : { ...short, message: outcome?.message, datasetsStatus },
    policy: analysisWebhookPolicy,
  };
}

/** Starts a job for the caller's tenant and returns 202 with its id. */
export async function startJob<Input extends AnalysisJobInput>(
  context: HandlerContext,
  tenantId: string,
  kind: JobKindWithInput<Input>,
  input: NoInfer<Input>,
) {
  const { webhook, label, datasetIds } = input;
  if (webhook !== undefined && findUsableWebhook(webhook) === undefined)
    return createWebhookUrlError(webhook.webhookUrl);
  const job = await context.jobs.start(kind, input, { owner: getDataOwner(context, tenantId), keys: datasetIds });
  return { status: 202 as const, body: { jobId: job.id, message: `${label} job started` } };
}
