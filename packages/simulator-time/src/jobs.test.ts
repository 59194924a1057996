import { describe, expect, it } from 'vitest';
import { computeDocumentedDuration } from './policies.js';
import { createRegistration, createUploadBody } from './testing/registrations.js';
import { createTimeDrivers } from './testing/time-api.js';

const start = createTimeDrivers();

describe('progression=documented', () => {
  it.each([
    ['upload', 4000, 2],
    ['upload', 55_000, 10],
    ['training', 50, 2],
    ['training', 500, 10],
    ['prediction', 300, 2],
    ['prediction', 5000, 12],
  ])('finishes the %s of %i records in just under %i minutes', (kind, records, minutes) => {
    const duration = computeDocumentedDuration(kind, records);
    expect(duration).toBeLessThan(minutes * 60_000);
    expect(duration).toBeGreaterThan(minutes * 50_000);
  });

  it.each(['upload', 'training', 'prediction'])(
    'increases the duration of the %s with each additional record',
    (kind) => {
      const durations = [0, 10, 50, 300, 500, 4000, 5000, 55_000, 60_000].map((count) =>
        computeDocumentedDuration(kind, count),
      );
      expect(durations).toEqual([...durations].sort((left, right) => left - right));
      expect(new Set(durations).size).toBe(durations.length);
      expect(durations[0]).toBeGreaterThan(0);
    },
  );

  it('finishes a job after one minute if no duration is documented', () => {
    expect([computeDocumentedDuration('deletion', 0), computeDocumentedDuration('descriptions', 9)]).toEqual([
      60_000, 60_000,
    ]);
  });

  it('finishes jobs by the sandbox clock, depending on registrations and employees', async () => {
    const api = await start({ progression: 'documented' });
    const days = ['2026-01-05', '2026-01-06'];
    const crowd = days.flatMap((date) =>
      Array.from({ length: 275 }, (_, index) =>
        createRegistration(`${index}-${date}`, date, { employeeId: `e${index}` }),
      ),
    );
    const running = async (jobId: string, before: string) => {
      await api.advance(before);
      const { status } = await api.status(jobId);
      await api.advance('PT1S');
      return [status, (await api.status(jobId)).status];
    };
    const { jobId } = await api.upload(createUploadBody(crowd));
    expect(await running(jobId, 'PT38S')).toEqual(['inProgress', 'success']);
    expect(await running((await api.train(['d1'])).jobId, 'PT5M23S')).toEqual(['inProgress', 'success']);
    const body = { parameters: [{ datasetId: 'd1', registrations: crowd.slice(0, 300) }] };
    const predicted = await api.run('POST /td/create_prediction', body);
    expect(await running(predicted.jobId, 'PT1M47S')).toEqual(['inProgress', 'success']);
    const uploaded = await api.upload(
      { parameters: [{ datasetId: 'd1', registrations: crowd }] },
      { type: 'prediction' },
    );
    expect(await running(uploaded.jobId, 'PT2M16S')).toEqual(['inProgress', 'success']);
  });
});
