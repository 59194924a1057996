import type { InspectView } from '@understudy/kernel/inspect';

/** `understudy inspect forecast <dataset>`: model, scores, history and forecast, to look at. */
export const forecastView: InspectView = {
  name: 'forecast',
  summary: 'Plot history, forecast and interval of a trained dataset, with the scores of the models',
  argument: { name: 'dataset', summary: 'id of the dataset' },
  looksAt: 'server',
  options: {
    tenant: { value: 'id', summary: 'tenant that the dataset belongs to; needed when several have it' },
    client: { value: 'id', summary: 'client that the tenant belongs to; needed when several have it' },
    freezeDate: { value: 'date', summary: 'YYYY-MM-DD to take for today' },
  },
  picture: { format: 'svg', summary: 'write the plot to an SVG file, too' },
  json: 'print one JSON object instead: all scores, all points',
  draws: true,
  example: 'bike-rentals-casual --demo --svg forecast.svg',
  load: async () => (await import('./look-at-forecast.js')).lookAtForecast,
};
