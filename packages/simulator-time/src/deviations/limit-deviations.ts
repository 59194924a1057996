import { createErrorResult } from '@understudy/kernel';
import {
  applyOverlayActions,
  changeErrorResult,
  changeJobKinds,
  createDeviationTable,
  type DeviationTable,
  rejectWhen,
  toJsonObject,
  toList,
  wrapHandlers,
} from '@understudy/kernel/deviations';

const results = 'getPredictionResults';
const slower = (kind: string) =>
  changeJobKinds(kind, (kept) => ({ documentedDuration: (job) => kept.documentedDuration(job) * 10 }));

/** Jobs that finish at their bound, in minutes, instead of below it. */
const atBound = (kind: string, minutes: number) =>
  changeJobKinds(kind, () => ({ documentedDuration: () => minutes * 60_000 }));

export const limitDeviations: DeviationTable = createDeviationTable({
  'time.upload.duration': slower('upload'),
  'time.trainer.duration': slower('training'),
  'time.prediction.duration': slower('prediction'),
  'time.upload.duration#bound: an upload takes the whole of the time that it ends under': atBound('upload', 2),
  'time.trainer.duration#bound: a training takes the whole of the time that it ends under': atBound('training', 2),
  'time.prediction.duration#bound: a prediction takes the whole of the time that it ends under': atBound(
    'prediction',
    2,
  ),
  'time.realtime.duration':
    'The duration of a call is real time, which no rule of a simulator sets; a fault with a delay would be a change of the server, not of the API.',
  'time.error.result-over-6mb': changeErrorResult(results, (refusal) =>
    refusal.status === 500
      ? { status: 200, body: { message: 'Prediction results fetched', page: 1, pages: 1, results: [] } }
      : refusal,
  ),
  'time.limit.request-6mb': applyOverlayActions({ target: '$.paths[*][*]', update: { 'x-max-body-bytes': 1e9 } }),
  'time.limit.request-guideline': rejectWhen('createPrediction', 400, ({ body }) => countOf(body) > 12_000),
  'time.limit.result-guideline': wrapHandlers(results, async (next, input, context) => {
    const result = await next(input, context);
    return countPredictions(result.body) >= 4000
      ? createErrorResult(500, 'RESULT_TOO_LARGE', 'The result is too large')
      : result;
  }),
});

function countOf(body: unknown): number {
  return toList(toJsonObject(body)['parameters']).reduce<number>(
    (sum, item) => sum + toList(toJsonObject(item)['registrations']).length,
    0,
  );
}

function countPredictions(body: unknown): number {
  return toList(toJsonObject(body)['results']).reduce<number>(
    (sum, item) => sum + toList(toJsonObject(item)['predictions']).length,
    0,
  );
}
