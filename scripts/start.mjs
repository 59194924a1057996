// @ts-check
// npm start: installs and builds when needed, then serves the APIs until Ctrl-C. Arguments go on to `understudy start`:
// npm start -- inventory --port 4020
import { join } from 'node:path';
import { build, checkNode, install, root, run } from './steps.mjs';

checkNode();
// Ctrl-C reaches the whole group; the server ends itself cleanly and this process follows with its code.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
const prepared = (await install()) || (await build());
const cli = join(root, 'packages', 'understudy', 'bin', 'understudy.js');
process.exitCode = prepared || (await run(process.execPath, [cli, 'start', ...process.argv.slice(2)]));
