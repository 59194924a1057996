import { type Handler, JsonText } from '@understudy/kernel';
import { unknownJob } from '../errors.js';
import type { operations } from '../generated/types.js';
import { findOwnJob } from './find-own-job.js';

/** The job definition byte by byte as it was sent (rostering.request.operation). */
export const getRequest: Handler<operations['getRequest']> = async ({ path }, context) => {
  const job = await findOwnJob(path.id, context);
  if (job === undefined) return unknownJob(path.id);
  return { status: 200, body: new JsonText(job.input.definition) };
};
