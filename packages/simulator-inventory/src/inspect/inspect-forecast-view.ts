import { formatTable, type Inspector, type TerminalSize } from '@understudy/kernel/inspect';
import type { ForecastInspection } from '../actions/forecast-inspection.js';
import { formatNumber } from './plot/axes.js';
import { renderSvgForecast } from './plot/svg-forecast.js';
import { renderTerminalForecast } from './plot/terminal-forecast.js';

const plotHeight = 16;

export const inspectForecastView: Inspector = async ({ argument: datasetId, options, action }) => {
  const { tenant: tenantId, client: clientId, freezeDate } = options;
  // The result of the action of this package.
  const inspection = (await action('inspectForecast', {
    datasetId,
    tenantId,
    clientId,
    freezeDate,
  })) as ForecastInspection;
  return {
    json: inspection,
    text: (screen) => textOf(inspection, screen),
    picture: () => renderSvgForecast(inspection, formatForecastCaption(inspection)),
  };
};

function textOf(inspection: ForecastInspection, { width, columns, ascii, color }: TerminalSize): string[] {
  const { title, lines } = formatForecastCaption(inspection);
  const plot = renderTerminalForecast(inspection, {
    width: width ?? Math.min(columns, 160),
    height: plotHeight,
    ascii,
    color,
  });
  return [title, ...lines, '', ...plot, '', ...formatScoreTable(inspection), '', ...formatPointTable(inspection)];
}

const intervalNames: Record<ForecastInspection['frequency'], readonly [string, string]> = {
  D: ['day', 'days'],
  W: ['week', 'weeks'],
  M: ['month', 'months'],
};
/** Maximum number of other models in the table, and of points in the list. */
const most = { models: 6, points: 7 };

export function formatForecastCaption(inspection: ForecastInspection): { title: string; lines: [string, string] } {
  const { datasetId, tenantId, model, frequency, horizon, observations, trainedBefore } = inspection;
  const count = (number: number) => `${number} ${intervalNames[frequency][number === 1 ? 0 : 1]}`;
  return {
    title: `${datasetId} (tenant ${tenantId})`,
    lines: [
      `${count(horizon)} ahead by ${model}${errorOf(inspection)}`,
      `trained on ${count(observations)} before ${trainedBefore}`,
    ],
  };
}

function errorOf({ model, scores }: ForecastInspection): string {
  const score = scores.find((candidate) => candidate.model === model);
  return score === undefined ? '' : `, error ${score.scaledError.toFixed(3)}`;
}

/** Formats the scores of the models on the most recent period, best first, with the selected one marked. */
export function formatScoreTable({ model, scores }: ForecastInspection): string[] {
  if (scores.length === 0) return ['The history is too short to compare models.'];
  const chosen = scores.find((score) => score.model === model);
  const shown = scores.filter((score, rank) => rank < most.models || score === chosen);
  const rows = shown.map((score) => [
    `${score === chosen ? '>' : ' '} ${score.model}`,
    score.scaledError.toFixed(3),
    against(score.scaledError, chosen?.scaledError),
    formatNumber(score.rmse),
    formatNumber(score.mae),
    formatNumber(score.bias),
  ]);
  const hidden = scores.length - shown.length;
  return [
    ...formatTable([['  model', 'error', '+/-', 'RMSE', 'MAE', 'bias'], ...rows]),
    ...(hidden === 0 ? [] : [`  and ${hidden} more: --json`]),
    '  on the most recent period; error 1 is the average, over the whole history, of',
    '  repeating the last season; bias is sold less forecast',
  ];
}

function against(error: number, chosen: number | undefined): string {
  if (chosen === undefined || chosen === 0 || error === chosen) return '';
  const percent = (100 * (error - chosen)) / chosen;
  return `${percent < 0 ? '-' : '+'}${Math.abs(percent).toFixed(1)} %`;
}

export function formatPointTable({ forecast }: ForecastInspection): string[] {
  const rows = forecast
    .slice(0, most.points)
    .map((point) => [
      `  ${point.date}`,
      ...[
        point.predictedQuantity,
        point.lowerQuantity,
        point.upperQuantity,
        point.predictedTrend,
        point.predictedSeason,
      ].map((value) => formatNumber(value)),
    ]);
  const hidden = forecast.length - rows.length;
  return [
    ...formatTable([['  date', 'forecast', 'lower', 'upper', 'trend', 'season'], ...rows]),
    ...(hidden === 0 ? [] : [`  and ${hidden} more: --json`]),
  ];
}
