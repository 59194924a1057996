import type { JobRecord } from '@understudy/kernel';
import { describe, expect, it } from 'vitest';
import { presentJobStatus } from './get-job-status.js';
import { failedOutcome, type JobOutcome, resultOf, succeededOutcome } from './job-outcome.js';

const running: JobRecord<unknown, JobOutcome> = {
  id: 'j1',
  api: 'any',
  kind: 'upload',
  owner: { clientId: 'c1', tenantId: 't1' },
  keys: [],
  input: {},
  status: 'inProgress',
  acceptedAt: '2026-01-15T09:00:00.000Z',
  run: 1,
  polls: 0,
  cause: 1,
};

describe('presentJobStatus', () => {
  it('names no dataset while the job runs', () => {
    expect(presentJobStatus(running, ({ message }) => message)).toEqual({
      status: 'inProgress',
      message: 'Job is in progress',
      datasetsStatus: [],
    });
  });

  it('shows the end of a job, the messages of its datasets in the form asked for', () => {
    const datasets = [succeededOutcome('d1'), failedOutcome('d2', 'MODEL_NOT_FOUND', 'It is not trained')];
    const job = { ...running, ...resultOf('Prediction', datasets) };
    const message = 'Prediction job finished with invalid datasets. Dataset "d2": It is not trained';
    expect(presentJobStatus(job, ({ code, message }) => [code, message])).toEqual({
      status: 'invalid',
      message,
      datasetsStatus: [
        { datasetId: 'd1', status: 'success', message: ['SUCCESS', 'The dataset was processed'] },
        { datasetId: 'd2', status: 'invalid', message: ['MODEL_NOT_FOUND', 'It is not trained'] },
      ],
    });
  });
});

describe('resultOf', () => {
  it('is a success when no dataset is invalid, also when there is none', () => {
    expect(resultOf('Upload', [succeededOutcome('d1')])).toEqual({
      status: 'success',
      outcome: { message: 'Upload job finished', datasets: [succeededOutcome('d1')] },
    });
    expect(resultOf('Upload', []).status).toBe('success');
  });

  it('tells the causes of three datasets and how many more there are', () => {
    const datasets = ['a', 'b', 'c', 'd', 'e'].map((id) => failedOutcome(id, 'INVALID_DATA', `cause of ${id}`));
    expect(resultOf('Upload', datasets)).toEqual({
      status: 'invalid',
      outcome: {
        message:
          'Upload job finished with invalid datasets. Dataset "a": cause of a; Dataset "b": cause of b; Dataset "c": cause of c; and 2 more',
        datasets,
      },
    });
  });
});
