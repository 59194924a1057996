import type { JobRecord } from '@understudy/kernel';
import type { DatasetOutcome, JobOutcome } from './job-outcome.js';

/** Formats the message of a dataset: an object for inventory, plain text for the others. */
export type PresentMessage<Message> = (dataset: DatasetOutcome) => Message;

/**
 * The status body. While the job runs `datasetsStatus` is empty, because no dataset value means "running"
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
