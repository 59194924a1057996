import type { Inspector, TerminalSize } from '@understudy/kernel/inspect';
import type { ForecastInspection } from '../actions/forecast-inspection.js';
import { forecastCaption, pointTable, scoreTable } from './forecast-report.js';
import { svgForecast } from './plot/svg-forecast.js';
import { terminalForecast } from './plot/terminal-forecast.js';

const plotHeight = 16;

/** Looks at a dataset by the action `inspectForecast`. */
export const lookAtForecast: Inspector = async ({ argument: datasetId, options, action }) => {
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
    picture: () => svgForecast(inspection, forecastCaption(inspection)),
  };
};

function textOf(inspection: ForecastInspection, { width, columns, ascii, color }: TerminalSize): string[] {
  const { title, lines } = forecastCaption(inspection);
  const plot = terminalForecast(inspection, {
    width: width ?? Math.min(columns, 160),
    height: plotHeight,
    ascii,
    color,
  });
  return [title, ...lines, '', ...plot, '', ...scoreTable(inspection), '', ...pointTable(inspection)];
}
