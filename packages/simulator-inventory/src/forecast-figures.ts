import type { Figure } from '@understudy/kernel';
import type { Inspector } from '@understudy/kernel/inspect';
import type { ForecastInspection } from '../actions/forecast-inspection.js';

/** Minimum number of intervals of history: a quarter of days, two years of weeks, four years of months. */
const atLeast: Record<ForecastInspection['frequency'], number> = { D: 84, W: 104, M: 48 };
/** Maximum number of models and of points in a table. */
const most = { models: 12, points: 7 };

export const forecastInspector: Inspector = async ({ argument: datasetId, options, action }) => {
  const { tenant: tenantId, client: clientId, freezeDate } = options;
  const asked = { datasetId, tenantId, clientId, freezeDate };
  // The result of the action of this package.
  const inspection = (await action('inspectForecast', asked)) as ForecastInspection;
  const { horizon, history, model, frequency, scores, observations, trainedBefore } = inspection;
  const recent = history.slice(-Math.max(3 * horizon, atLeast[frequency]));
  const score = scores.find((candidate) => candidate.model === model);
  const names = { D: 'day', W: 'week', M: 'month' };
  const count = (number: number) => `${number} ${names[frequency]}${number === 1 ? '' : 's'}`;
  return {
    json: inspection,
    title: `${datasetId} (tenant ${inspection.tenantId})`,
    lines: [
      `${count(horizon)} ahead by ${model}${score === undefined ? '' : `, error ${score.scaledError.toFixed(3)}`}`,
      `trained on ${count(observations)} before ${trainedBefore}`,
    ],
    figures: createForecastFigures({ ...inspection, history: recent }, true),
  };
};

/**
 * The plot of history and forecast, the scores of the models, and the next points.
 *
 * @param isText whether rows are indented, with a mark before the chosen model instead of a word behind it
 */
export function createForecastFigures(
  { model, scores, history, forecast }: ForecastInspection,
  isText = false,
): Figure[] {
  const indent = isText ? '  ' : '';
  const named = (name: string) => (name !== model ? indent + name : isText ? `> ${name}` : `${name} (chosen)`);
  const past = history.map(() => null);
  const none = forecast.map(() => null);
  const ahead = <Value>(values: readonly Value[]) => [...past, ...values];
  return [
    {
      kind: 'plot',
      title: 'History and forecast',
      dates: [...history, ...forecast].map(({ date }) => date),
      lines: [
        { name: 'sold', values: [...history.map(({ quantity }) => quantity), ...none] },
        { name: 'forecast', values: ahead(forecast.map(({ predictedQuantity }) => predictedQuantity)) },
      ],
      band: {
        name: '80 % interval',
        lower: ahead(forecast.map(({ lowerQuantity }) => lowerQuantity)),
        upper: ahead(forecast.map(({ upperQuantity }) => upperQuantity)),
      },
    },
    {
      kind: 'table',
      title: 'Models that were tried, the best first',
      head: [`${indent}model`, 'error', 'RMSE', 'MAE', 'bias'],
      rows: scores
        .slice(0, most.models)
        .map((score) => [
          named(score.model),
          ...[score.scaledError, score.rmse, score.mae, score.bias].map((number) => number.toFixed(3)),
        ]),
      note: 'On the most recent period. Error 1 is that of repeating the last season.',
    },
    {
      kind: 'table',
      title: 'The next intervals',
      head: [`${indent}date`, 'forecast', 'lower', 'upper', 'trend', 'season'],
      rows: forecast
        .slice(0, most.points)
        .map((point) => [
          indent + point.date,
          ...[
            point.predictedQuantity,
            point.lowerQuantity,
            point.upperQuantity,
            point.predictedTrend,
            point.predictedSeason,
          ].map((value) => String(Number(value.toPrecision(5)))),
        ]),
    },
  ];
}
