// @ts-check
// npm run generate: installs if needed, and generates contracts, types and scenarios from changed sources.
import { checkNode, generate, install } from './steps.mjs';

checkNode();
process.exitCode = (await install()) || (await generate());
