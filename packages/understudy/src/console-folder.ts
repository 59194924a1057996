import { fileURLToPath } from 'node:url';

/** The built console; the same path in the workspace and in the published package. */
export const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url));
