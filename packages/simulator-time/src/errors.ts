import { type Refusal, refuse } from '@understudy/kernel';
import { mostResultBytes } from './policies.js';

/** The job stays `success` (time.error.result-over-6mb, time.gap.result-limit-vs-paging). */
export const resultTooLarge = (jobId: string): Refusal =>
  refuse(
    500,
    'INTERNAL_SERVER_ERROR',
    `The result of job "${jobId}" is larger than ${mostResultBytes} bytes and cannot be fetched; predict about 4000 registrations per request`,
  );
