import type { CorsPolicy } from '@understudy/server';
import { Command } from 'commander';
import { readRecording } from '../recordings.js';
import { type ServedRecording, serveRecording } from '../serve-recording.js';
import { WrongUse } from '../wrong-use.js';
import { corsOption, hostOption, portOption, publicUrlOption } from './server-options.js';
import { untilStopped } from './until-stopped.js';
import { whyNotListening } from './why-not-listening.js';

interface ServeFlags {
  port: number;
  host: string;
  publicUrl?: string;
  cors: CorsPolicy;
  json?: boolean;
}

/** `understudy serve`: a recording as a fake server, until it is stopped. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Serve a recording as a fake server, so that what an environment said can be developed against')
    .argument('<recording>', 'recording:<name>, as run --record <name> has made it')
    .addOption(portOption())
    .addOption(hostOption())
    .addOption(publicUrlOption())
    .addOption(corsOption())
    .option('--json', 'print one JSON line when ready, and nothing else')
    .addHelpText(
      'after',
      '\nMethod and path have to be those of a recorded request. Of several that one answers whose query and body agree\nthe most, equal ones in their order, the last again and again. Secrets are placeholders: any will do.\n\nExample:\n  understudy serve recording:spring --port 4020',
    )
    .action(serve);
}

async function serve(recording: string, flags: ServeFlags): Promise<void> {
  if (!recording.startsWith('recording:')) {
    throw new WrongUse(`serve takes recording:<name>, and not "${recording}"; simulators are started by start`);
  }
  const name = recording.slice('recording:'.length);
  const served = await serveOrExplain(name, flags);
  const stopped = untilStopped();
  if (flags.json === true) console.log(JSON.stringify({ ready: true, url: served.url, known: served.known }));
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
    throw whyNotListening(error, flags) ?? error;
  }
}

function greeting(name: string, { url, known }: ServedRecording): string {
  return [
    `The recording ${name} is served at ${url}: ${known.length} methods and paths have answers.`,
    ...known.slice(0, 20).map((line) => `  ${line}`),
    ...(known.length > 20 ? [`  and ${known.length - 20} more (--json lists them)`] : []),
    'Press Ctrl-C to stop.',
  ].join('\n');
}
