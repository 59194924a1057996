import { join } from 'node:path';
import { root } from '../../steps.mjs';
import { GateFailed, spawnChild } from '../gate.ts';

const prism = join(root, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js');
const ready = /Prism is listening on (\S+)/;

/** Starts `prism proxy` for a description; resolves with its address once it listens. */
export async function startPrism(description: string, upstream: string): Promise<string> {
  const child = spawnChild(process.execPath, [
    prism,
    'proxy',
    description,
    upstream,
    '--port',
    '0',
    '--validate-request',
    'false',
    '--cors',
    'false',
  ]);
  return await new Promise((resolve, reject) => {
    let said = '';
    let isReady = false;
    const read = (text: string): void => {
      // Afterwards it logs every request; the streams must still be read, or it would stand still.
      if (isReady) return;
      said += text;
      const [, url] = ready.exec(said) ?? [];
      if (url === undefined) return;
      isReady = true;
      resolve(url);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read);
    child.once('exit', (code) => reject(new GateFailed(`Prism ended with code ${code}:\n${said}`)));
  });
}
