import type { JobRecord } from '@understudy/kernel';
import type { DatasetOutcome, JobOutcome } from './job-outcome.js';

/** How a dataset's message is shown: inventory as an object, the siblings as plain text. */
export type PresentMessage<Message> = (dataset: DatasetOutcome) => Message;

/**
 * The status body. While the job runs `datasetsStatus` is empty, because no value of a dataset says "running"
 * (analysis.gap.datasets-status-running).
 */
export function presentJobStatus<Message>(
  job: JobRecord<unknown, JobOutcome>,
  presentMessage: PresentMessage<Message>,
) {
  if (job.outcome === undefined) {
    return { status: 'inProgress' as const, message: 'Job is in progress', datasetsStatus: [] };
  }
  return {
    status: job.status === 'success' ? ('success' as const) : ('invalid' as const),
    message: job.outcome.message,
    datasetsStatus: job.outcome.datasets.map((dataset) => ({
      datasetId: dataset.datasetId,
      status: dataset.status,
      message: presentMessage(dataset),
    })),
  };
}
