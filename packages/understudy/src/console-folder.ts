import { fileURLToPath } from 'node:url';

/** The built console: beside this package in the workspace, and in what is published. */
export const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url));
