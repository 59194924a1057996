import { exitCodes, wantsColor } from '@understudy/conformance';
import type { ForecastInspection } from '@understudy/simulator-inventory';
import { Command, InvalidArgumentError, Option } from 'commander';
import { forecastCaption, pointTable, scoreTable } from '../inspect/forecast-report.js';
import { type InspectedPlace, Unreachable, withControl } from '../inspect/open-control.js';
import { svgForecast } from '../inspect/plot/svg-forecast.js';
import { terminalForecast } from '../inspect/plot/terminal-forecast.js';
import { writeSvg } from '../inspect/write-svg.js';
import { parseUrl } from './server-options.js';

interface InspectForecastFlags extends InspectedPlace {
  readonly tenant?: string;
  readonly client?: string;
  readonly freezeDate?: string;
  readonly svg?: string;
  readonly json?: boolean;
  readonly ascii?: boolean;
  readonly width?: number;
}

const plotHeight = 16;

/** `understudy inspect forecast <dataset>`: model, scores, history and forecast, to look at. */
export function inspectForecastCommand(): Command {
  return new Command('forecast')
    .description('Plot history, forecast and interval of a trained dataset, with the scores of the models')
    .argument('<dataset>', 'id of the dataset')
    .option('--tenant <id>', 'tenant that the dataset belongs to; needed when several have it')
    .option('--client <id>', 'client that the tenant belongs to; needed when several have it')
    .addOption(
      new Option('-u, --url <url>', 'base URL of the server').argParser(parseUrl).default('http://127.0.0.1:4010'),
    )
    .option('--sandbox <name>', 'sandbox of the server; the default one when absent')
    .addOption(
      new Option('--demo', 'look at the demo data in this process, without a server').conflicts(['url', 'sandbox']),
    )
    .option('--freeze-date <date>', 'YYYY-MM-DD to take for today')
    .option('--svg <file>', 'write the plot to an SVG file, too')
    .option('--json', 'print one JSON object instead: all scores, all points')
    .option('--ascii', 'draw with plain ASCII characters')
    .option('--width <columns>', 'characters in a line, 40 to 300; that of the terminal, or 80', parseWidth)
    .addHelpText(
      'after',
      '\nUNDERSTUDY_CONTROL_TOKEN: the token of a server that others can reach.\n\nExample:\n  understudy inspect forecast bike-rentals-casual --demo --svg forecast.svg',
    )
    .action(inspectForecast);
}

async function inspectForecast(datasetId: string, flags: InspectForecastFlags): Promise<void> {
  const { tenant: tenantId, client: clientId, freezeDate, svg, json = false } = flags;
  try {
    const inspection = await withControl(flags, async (control) => {
      // The action's answer, whose shape its simulator vouches for.
      const answer: unknown = await control.action('inventory', 'inspectForecast', {
        datasetId,
        tenantId,
        clientId,
        freezeDate,
      });
      return answer as ForecastInspection;
    });
    if (json) console.log(JSON.stringify(inspection, null, 2));
    else console.log(report(inspection, flags).join('\n'));
    if (svg === undefined) return;
    const written = await writeSvg(svg, svgForecast(inspection, forecastCaption(inspection)));
    // Standard output may be the JSON's alone.
    if (json) console.error(written);
    else console.log(`\n${written}`);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    console.error(`error: ${error.message}`);
    process.exitCode = exitCodes.unreachable;
  }
}

function report(inspection: ForecastInspection, { width, ascii = false }: InspectForecastFlags): string[] {
  const { title, lines } = forecastCaption(inspection);
  const plot = terminalForecast(inspection, {
    width: width ?? Math.min(Math.max(process.stdout.columns ?? 80, 40), 160),
    height: plotHeight,
    ascii,
    color: wantsColor(process.stdout, process.env),
  });
  return [title, ...lines, '', ...plot, '', ...scoreTable(inspection), '', ...pointTable(inspection)];
}

function parseWidth(text: string): number {
  const width = Number(text);
  if (!/^\d+$/.test(text) || width < 40 || width > 300) {
    throw new InvalidArgumentError('It must be a whole number from 40 to 300.');
  }
  return width;
}
