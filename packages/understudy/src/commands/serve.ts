import { stringifyJson } from '@understudy/contract';
import type { CorsPolicy } from '@understudy/server';
import { Command } from 'commander';
import { readRecording } from '../recordings.js';
import { type ServedRecording, serveRecording } from '../serve-recording.js';
import { UsageError } from '../usage-error.js';
import {
  createCorsOption,
  createHostOption,
  createPortOption,
  createPublicUrlOption,
  explainListenError,
} from './server-options.js';
import { waitUntilStopped } from './wait-until-stopped.js';

interface ServeFlags {
  port: number;
  host: string;
  publicUrl?: string;
  cors: CorsPolicy;
  json?: boolean;
}

export function createServeCommand(): Command {
  return new Command('serve')
    .description('Serve the recorded responses of an environment as a fake server')
    .argument('<recording>', 'recording:<name>, created by run --record <name>')
    .addOption(createPortOption())
    .addOption(createHostOption())
    .addOption(createPublicUrlOption())
    .addOption(createCorsOption())
    .option('--json', 'print only one JSON line when ready')
    .addHelpText(
      'after',
      '\nMethod and path must match a recorded request. If several match, the closest query and body win; equal matches are\nreplayed in order, and the last one repeats. Secrets are placeholders and match any value.\n\nExample:\n  understudy serve recording:spring --port 4020',
    )
    .action(serve);
}

async function serve(recording: string, flags: ServeFlags): Promise<void> {
  if (!recording.startsWith('recording:')) {
    throw new UsageError(
      `serve expects recording:<name>, not "${recording}". To serve an API, use: understudy start ${recording}`,
    );
  }
  const name = recording.slice('recording:'.length);
  const served = await serveOrExplain(name, flags);
  const stopped = waitUntilStopped();
  if (flags.json === true) console.log(stringifyJson({ ready: true, url: served.url, known: served.known }));
  else console.log(greeting(name, served));
  await stopped;
  await served.close();
}

async function serveOrExplain(name: string, flags: ServeFlags): Promise<ServedRecording> {
  const recording = await readRecording(name);
  try {
    return await serveRecording(name, recording, {
      ...flags,
      onMiss: (request) => console.error(`not recorded: ${request}`),
    });
  } catch (error) {
    throw explainListenError(error, flags) ?? error;
  }
}

function greeting(name: string, { url, known }: ServedRecording): string {
  return [
    `Serving recording ${name} at ${url} with ${known.length} methods and paths.`,
    ...known.slice(0, 20).map((line) => `  ${line}`),
    ...(known.length > 20 ? [`  and ${known.length - 20} more (--json lists them)`] : []),
    'Press Ctrl-C to stop.',
  ].join('\n');
}
