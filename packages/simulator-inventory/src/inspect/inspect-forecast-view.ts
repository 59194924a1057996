import type { Inspector, TerminalSize } from '@understudy/kernel/inspect';
import type { ForecastInspection } from '../actions/forecast-inspection.js';
import { formatForecastCaption, formatPointTable, formatScoreTable } from './forecast-report.js';
import { renderSvgForecast } from './plot/svg-forecast.js';
import { renderTerminalForecast } from './plot/terminal-forecast.js';

const plotHeight = 16;

/** Shows a dataset through the action `inspectForecast`. */
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
