// @ts-check
// npm start: installs and builds when needed, then serves the APIs until Ctrl-C. Passes the arguments to `understudy
// start`: npm start -- inventory --port 4020
import { join } from 'node:path';
import { build, checkNode, install, onNpmEnd, root, start } from './steps.mjs';

checkNode();
// Ctrl-C reaches the entire process group. The server shuts down cleanly, and this process exits with the server's
// code.
process.on('SIGINT', () => {});
process.on('SIGTERM', end);
onNpmEnd('start', end);

const cli = join(root, 'packages', 'understudy', 'bin', 'understudy.js');
let isEnding = false;
/** @type {ReturnType<typeof start> | undefined} */
let server;
process.exitCode = (await install({ lean: true })) || (await build()) || (await serve());

/** @returns {Promise<number>} */
async function serve() {
  if (isEnding) return 0;
  // The server exits when its standard input closes, because a second signal would interrupt its clean shutdown.
  const args = [cli, 'start', '--exit-with-parent', ...process.argv.slice(2)];
  server = start(process.execPath, args, { stdio: ['pipe', 'inherit', 'inherit'] });
  return await server.ended;
}

function end() {
  isEnding = true;
  server?.child.stdin?.end();
}
