import { describe, expect, it } from 'vitest';
import { invalid, ordinary, registration, success, upload } from './testing/registrations.js';
import { timeApis } from './testing/time-api.js';

const start = timeApis();
const everyField = {
  ...ordinary('a', '2024-02-29', { projectId: 'p', publicHoliday: true, endTime: 24 }),
  numericals: [{ name: 'km', value: 12.5 }],
  categoricals: [{ name: 'shift', value: 'night' }],
};
const nulls = {
  projectId: null,
  departmentId: null,
  workCategory: null,
  startTime: null,
  endTime: null,
  workDuration: null,
  breakDuration: null,
  publicHoliday: null,
  numericals: null,
  categoricals: null,
};
const noDatasets = { countOfDatasets: 0, datasetIds: [] };

describe('an upload of registrations', () => {
  it.each([
    ['every field', everyField],
    ['the required fields alone', registration('a', '2026-01-05')],
    ['null in what is optional', registration('a', '2026-01-05', nulls)],
    ['-1 for times that are not given', registration('a', '2026-01-05', { startTime: -1, endTime: -1 })],
    ['unknown keys', registration('a', '2026-01-05', { colour: 'red' })],
    ['ids of 100 characters', registration('a'.repeat(100), '2026-01-05', { employeeId: 'e'.repeat(100) })],
  ])('takes %s', async (_what, item) => {
    const api = await start();
    const { jobId: _id, ...status } = await api.upload(upload([item]));
    expect(status).toEqual({ status: 'success', message: 'Upload job finished', datasetsStatus: [success('d1')] });
    expect((await api.send('GET /td/data')).body).toEqual({ countOfDatasets: 1, datasetIds: ['d1'] });
  });

  it.each([
    ['a date that does not exist', { date: '2023-02-29' }, '/registrations/0/date'],
    ['another form of date', { date: '29.02.2024' }, '/registrations/0/date'],
    ['a time as text', { startTime: '08:00' }, '/registrations/0/startTime'],
    ['a time after 24', { startTime: 25 }, '/registrations/0/startTime'],
    ['a time before -1', { endTime: -1.5 }, '/registrations/0/endTime'],
    ['a number for a flag', { publicHoliday: 0 }, '/registrations/0/publicHoliday'],
    ['a number as id', { employeeId: 7 }, '/registrations/0/employeeId'],
    ['an id of 101 characters', { employeeId: 'e'.repeat(101) }, '/registrations/0/employeeId'],
    ['an empty id', { registrationId: '' }, '/registrations/0/registrationId'],
    ['no employee', { employeeId: undefined }, '/registrations/0/employeeId'],
    ['a numerical as text', { numericals: [{ name: 'km', value: '12.5' }] }, '/registrations/0/numericals/0/value'],
    ['a categorical as number', { categoricals: [{ name: 'shift', value: 5 }] }, '/registrations/0/categoricals'],
  ])('with %s is answered 200, and its job is invalid', async (_what, fault, pointer) => {
    const api = await start();
    const { url, jobId } = await api.presign();
    const body = upload([registration('a', '2026-01-05', fault)]);
    expect(await api.put(url, body)).toEqual({ status: 200, body: undefined });
    const { status, message, datasetsStatus } = await api.status(jobId);
    expect([status, datasetsStatus.length, datasetsStatus[0].status]).toEqual(['invalid', 1, 'invalid']);
    expect(datasetsStatus[0].message).toContain(pointer);
    expect(message).toBe(`Upload job finished with invalid datasets. Dataset "d1": ${datasetsStatus[0].message}`);
    expect((await api.send('GET /td/data')).body).toEqual(noDatasets);
    expect((await api.train(['d1'])).status).toBe('invalid');
  });

  it.each([
    [{ datasets: [] }, 'datasets must be a non-empty array'],
    [{}, 'datasets must be a non-empty array'],
    ['a,b\n1,2', 'Request body is not valid JSON'],
    [
      { datasets: [{ datasetId: 'd1', transactions: [registration('a', '2026-01-05')] }] },
      '/registrations is required',
    ],
    [upload([registration('a', '2026-01-05'), registration('a', '2026-01-06')]), '"a" occurs more than once'],
  ])('%j is invalid', async (body, cause) => {
    const api = await start();
    const { status, message } = await api.upload(body);
    expect([status, message]).toEqual(['invalid', expect.stringContaining(cause)]);
  });

  it('adds to what is stored, and a registration with a known id takes the place of the known one', async () => {
    const api = await start();
    await api.upload(upload([registration('a', '2026-01-05'), registration('b', '2026-01-06')]));
    await api.upload(upload([registration('b', '2026-01-09'), registration('c', '2026-01-07')]));
    expect((await api.send('GET /td/data/d1')).body).toEqual({
      startDate: '2026-01-05',
      endDate: '2026-01-09',
      intervalGranularity: 'D',
      numberOfIntervalsWithRecords: 3,
      numberOfIntervalsWithoutRecords: 2,
      numberOfIntervalsTotal: 5,
    });
  });

  it('stores the valid datasets of an invalid job', async () => {
    const api = await start();
    const good = { datasetId: 'good', customerId: 'C', registrations: [registration('a', '2026-01-05')] };
    const bad = { datasetId: 'bad', customerId: 7, registrations: [registration('a', '2026-01-05')] };
    const { datasetsStatus } = await api.upload({ datasets: [good, bad] });
    const fault = expect.stringContaining('/customerId');
    expect(datasetsStatus).toEqual([success('good'), invalid('bad', fault)]);
    expect((await api.send('GET /td/data')).body.datasetIds).toEqual(['good']);
  });

  it.each([
    ['Content-Type', { 'content-type': 'application/json' }, 403, 'SignatureDoesNotMatch'],
    ['a token', { authorization: 'Bearer any' }, 400, 'InvalidArgument'],
  ])('with %s is refused, and no job starts', async (_what, headers, expected, code) => {
    const api = await start();
    const { url, jobId } = await api.presign();
    const { status, body } = await api.put(url, upload([registration('a', '2026-01-05')]), headers);
    expect([status, body]).toEqual([expected, expect.stringContaining(`<Code>${code}</Code>`)]);
    expect((await api.send('GET /td/status', { jobId })).status).toBe(404);
  });

  it('may have an empty Content-Type', async () => {
    const api = await start();
    const { url, jobId } = await api.presign();
    expect((await api.put(url, upload([registration('a', '2026-01-05')]), { 'content-type': '' })).status).toBe(200);
    expect((await api.status(jobId)).status).toBe('success');
  });
});

describe('an upload of descriptions', () => {
  const described = { datasetId: 'd1', customerId: 'C', description: 'Hourly paid', more: 1 };
  const descriptions = { type: 'descriptions' };

  it('is stored beside the registrations, which stay as they are', async () => {
    const api = await start();
    await api.upload(upload([registration('a', '2026-01-05')]));
    const before = await api.send('GET /td/data/d1');
    const body = { datasets: [described, { datasetId: 'new', description: 7 }] };
    const { jobId: _id, ...status } = await api.upload(body, descriptions);
    expect(status).toEqual({
      status: 'success',
      message: 'Upload job finished',
      datasetsStatus: [success('d1'), success('new')],
    });
    expect(await api.send('GET /td/data/d1')).toEqual(before);
    expect((await api.send('GET /td/data')).body.datasetIds).toEqual(['d1']);
    expect(await api.stored('descriptions')).toEqual({
      d1: { datasetId: 'd1', customerId: 'C', description: 'Hourly paid' },
      new: { datasetId: 'new' },
    });
  });

  it.each([
    [{ datasets: [] }, 'datasets must be a non-empty array'],
    [{ datasets: [{ description: 'whose?' }] }, 'Dataset "datasets/0": /datasetId is required'],
    [{ datasets: [described, { ...described, description: 'other' }] }, 'more than once in the upload'],
    [{ datasets: [described], webhook: { webhookUrl: 'x' } }, 'webhook is invalid'],
  ])('%j is invalid', async (body, cause) => {
    const api = await start();
    const { status, message } = await api.upload(body, descriptions);
    expect([status, message]).toEqual(['invalid', expect.stringContaining(cause)]);
    expect(await api.stored('descriptions')).toEqual({});
  });
});

describe('a deletion', () => {
  const days = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08'];

  it('takes the registrations of a span of days', async () => {
    const api = await start();
    await api.upload(upload(days.map((date) => registration(date, date))));
    const { status, body } = await api.send('DELETE /td/data/d1?fromDate=2026-01-06&toDate=2026-01-07');
    expect([status, (await api.status(body.jobId)).datasetsStatus]).toEqual([200, [success('d1')]]);
    expect((await api.send('GET /td/data/d1')).body).toMatchObject({
      startDate: '2026-01-05',
      endDate: '2026-01-08',
      numberOfIntervalsWithRecords: 2,
    });
  });

  it('of everything leaves neither dataset, model, description nor feedback to train with', async () => {
    const api = await start();
    await api.upload(upload(days.map((date) => registration(date, date))));
    await api.upload({ datasets: [{ datasetId: 'd1', description: 'x' }] }, { type: 'descriptions' });
    await api.train(['d1']);
    const { jobId, predictions } = await api.predict({ registrations: [registration('a', '2026-01-09')] });
    const feedback = [{ predictionId: predictions[0].predictionId, feedback: 'FALSE_POSITIVE' }];
    await api.send('POST /td/feedback', { body: { datasets: [{ datasetId: 'd1', jobId, predictions: feedback }] } });
    await api.send('DELETE /td/data/d1');
    for (const collection of ['datasets', 'models', 'descriptions', 'marks']) {
      expect([collection, await api.stored(collection)]).toEqual([collection, {}]);
    }
    expect((await api.send('GET /td/data/d1')).body.code).toBe('DATASET_NOT_FOUND');
    expect((await api.send('GET /td/results', { jobId })).body.results[0].predictions).toEqual(predictions);
  });

  it('of an unknown dataset is a job that ends invalid', async () => {
    const api = await start();
    const { status, body } = await api.send('DELETE /td/data/d1');
    expect([status, (await api.status(body.jobId)).datasetsStatus]).toEqual([
      200,
      [invalid('d1', 'There is no such dataset; upload it first')],
    ]);
  });
});
