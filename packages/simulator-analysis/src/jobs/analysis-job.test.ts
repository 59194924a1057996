import { createContract } from '@understudy/contract';
import type { JobRecord } from '@understudy/kernel';
import { describe, expect, it } from 'vitest';
import type { AnalysisService } from '../service.js';
import type { UploadJobInput } from '../uploads/upload-data.js';
import { createUploadJobKind } from '../uploads/upload-job.js';
import { createFailedOutcome, createSucceededOutcome, type JobOutcome } from './job-outcome.js';

const service: AnalysisService = {
  name: 'time',
  prefix: '/td',
  scopeSuffix: 'td',
  contract: createContract('time', { openapi: '3.1.0', info: { title: 'Time', version: '1' }, paths: {} }),
  takesDescriptions: true,
  shape: { idKey: 'id', recordsKey: 'entries', recordIdKey: 'entryId', dateKey: 'day' },
  refusesContentTypeOnUpload: true,
  storesAllOrNothing: true,
  webhookForm: 'full',
  workModule: 'file:///work.js',
  documentedDuration: (kind, records) => (kind === 'upload' ? 10 + records : 0),
};
const finished = (input: Partial<UploadJobInput>): JobRecord<UploadJobInput, JobOutcome> => ({
  id: 'j1',
  api: 'time',
  kind: 'upload',
  owner: { clientId: 'c1', tenantId: 't1' },
  keys: [],
  input: { label: 'Upload', datasetIds: ['d1', 'd2'], ...input },
  status: 'invalid',
  outcome: {
    message: 'why',
    datasets: [createSucceededOutcome('d1'), createFailedOutcome('d2', 'INVALID_DATA', 'not shown')],
  },
  acceptedAt: '2026-01-15T09:00:00.000Z',
  run: 1,
  polls: 0,
  cause: 1,
});

describe('an upload job', () => {
  it('marks itself and all its datasets as invalid if it fails', () => {
    expect(createUploadJobKind(service).failed(finished({}), 'It broke')).toEqual({
      status: 'invalid',
      outcome: {
        message: 'Upload job failed. It broke',
        datasets: [
          createFailedOutcome('d1', 'INVALID_DATA', 'It broke'),
          createFailedOutcome('d2', 'INVALID_DATA', 'It broke'),
        ],
      },
    });
  });

  it('drops the uploaded body once it has finished', () => {
    expect(
      createUploadJobKind(service).slim?.({ label: 'Upload', datasetIds: ['d1'], text: '{"datasets":[]}' }),
    ).toEqual({ label: 'Upload', datasetIds: ['d1'] });
  });

  it.each([
    [{ records: 7 }, 17],
    [{ fault: 'It could not be read' }, 10],
  ])('with input %j takes the documented time', (input, duration) => {
    expect(createUploadJobKind(service).documentedDuration(finished(input))).toBe(duration);
  });
});
