import { exitCodes } from '@understudy/conformance';
import type { RosterInspection } from '@understudy/simulator-rostering';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type InspectedPlace, Unreachable, withControl } from '../inspect/open-control.js';
import { brokenList, progressTable, rosterCaption, rosterGrid, shiftTable } from '../inspect/roster-report.js';
import { svgRoster } from '../inspect/svg-roster.js';
import { writeSvg } from '../inspect/write-svg.js';
import { parseUrl } from './server-options.js';

interface InspectRosterFlags extends InspectedPlace {
  readonly svg?: string;
  readonly json?: boolean;
  readonly width?: number;
}

/** `understudy inspect roster <job>`: the best roster of a job so far, to look at. */
export function inspectRosterCommand(): Command {
  return new Command('roster')
    .description('Show the best roster of a job so far as a grid, with what it lacks')
    .argument('<job>', 'id of the job')
    .addOption(
      new Option('-u, --url <url>', 'base URL of the server').argParser(parseUrl).default('http://127.0.0.1:4010'),
    )
    .option('--sandbox <name>', 'sandbox of the server; the default one when absent')
    .addOption(
      new Option('--demo', 'look at the demo data in this process, without a server').conflicts(['url', 'sandbox']),
    )
    .option('--svg <file>', 'write the grid to an SVG file, too')
    .option('--json', 'print one JSON object instead')
    .option('--width <columns>', 'characters in a line, 40 to 300; that of the terminal, or 80', parseWidth)
    .addHelpText(
      'after',
      '\nUNDERSTUDY_CONTROL_TOKEN: the token of a server that others can reach.\n\nExample:\n  understudy inspect roster 5d7e0a1c-3f42-4b8e-9c61-0a2b4c6d8e10 --demo --svg roster.svg',
    )
    .action(inspectRoster);
}

async function inspectRoster(jobId: string, flags: InspectRosterFlags): Promise<void> {
  const { svg, json = false } = flags;
  try {
    const inspection = await withControl(
      flags,
      async (control) => {
        // The action's answer, whose shape its simulator vouches for.
        const answer: unknown = await control.action('rostering', 'inspectRoster', { jobId });
        return answer as RosterInspection;
      },
      'rostering',
    );
    if (json) console.log(JSON.stringify(inspection, null, 2));
    else console.log(report(inspection, flags).join('\n'));
    if (svg === undefined) return;
    const written = await writeSvg(svg, svgRoster(inspection, rosterCaption(inspection)));
    // Standard output may be the JSON's alone.
    if (json) console.error(written);
    else console.log(`\n${written}`);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    console.error(`error: ${error.message}`);
    process.exitCode = exitCodes.unreachable;
  }
}

function report(inspection: RosterInspection, { width }: InspectRosterFlags): string[] {
  const { title, lines } = rosterCaption(inspection);
  const columns = width ?? Math.min(Math.max(process.stdout.columns ?? 80, 40), 200);
  return [
    title,
    ...lines,
    '',
    ...rosterGrid(inspection, columns),
    '',
    ...shiftTable(inspection),
    '',
    ...brokenList(inspection),
    ...progressTable(inspection),
  ];
}

function parseWidth(text: string): number {
  const width = Number(text);
  if (!/^\d+$/.test(text) || width < 40 || width > 300) {
    throw new InvalidArgumentError('It must be a whole number from 40 to 300.');
  }
  return width;
}
