import { stringifyJson } from '@understudy/contract';
import type { CorsPolicy } from '@understudy/server';
import { readRecording } from '../recordings.js';
import { type ServedRecording, serveRecording } from '../serve-recording.js';
import { UsageError } from '../usage-error.js';
import { explainListenError } from './server-options.js';
import { waitUntilStopped } from './wait-until-stopped.js';

interface ServeFlags {
  port: number;
  host: string;
  publicUrl?: string;
  cors: CorsPolicy;
  json?: boolean;
}

/** Serves the recorded responses of an environment as a fake server: `start recording:<name>`. */
export async function serve([recording = '', ...others]: readonly string[], flags: ServeFlags): Promise<void> {
  if (others.length > 0) throw new UsageError(`A recording is served alone; omit ${others.join(' ')}`);
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
