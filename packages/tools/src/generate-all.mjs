// @ts-check
// npm run generate: installs when needed and makes contracts, types and scenarios whose sources changed.
import { checkNode, generate, install } from './steps.mjs';

checkNode();
process.exitCode = (await install()) || (await generate());
