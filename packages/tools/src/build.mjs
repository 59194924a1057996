// @ts-check
// npm run build: installs when needed and builds every package.
import { build, checkNode, install } from './steps.mjs';

checkNode();
process.exitCode = (await install()) || (await build());
