import { describe, expect, it } from 'vitest';
import { createRegistration, createUploadBody } from './testing/registrations.js';
import { createTimeDrivers } from './testing/time-api.js';

const start = createTimeDrivers();

describe('a deletion', () => {
  const days = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08'];

  it('of everything leaves neither dataset, model, description nor feedback to train with', async () => {
    const api = await start();
    await api.upload(createUploadBody(days.map((date) => createRegistration(date, date))));
    await api.upload({ datasets: [{ datasetId: 'd1', description: 'x' }] }, { type: 'descriptions' });
    await api.train(['d1']);
    const { jobId, predictions } = await api.predict({ registrations: [createRegistration('a', '2026-01-09')] });
    const feedback = [{ predictionId: predictions[0].predictionId, feedback: 'FALSE_POSITIVE' }];
    await api.send('POST /td/feedback', { body: { datasets: [{ datasetId: 'd1', jobId, predictions: feedback }] } });
    await api.send('DELETE /td/data/d1');
    for (const collection of ['datasets', 'models', 'descriptions', 'marks']) {
      expect([collection, await api.stored(collection)]).toEqual([collection, {}]);
    }
    expect((await api.send('GET /td/data/d1')).body.code).toBe('DATASET_NOT_FOUND');
    expect((await api.send('GET /td/results', { jobId })).body.results[0].predictions).toEqual(predictions);
  });
});
