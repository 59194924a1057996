import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ApiDefinition } from '@understudy/kernel';
import type { ApiPages, ExampleRequest, SignIn } from '@understudy/server';
import { findDemoSignIn } from './request-credentials.js';

const own = fileURLToPath(new URL('../api-pages', import.meta.url));
const library = ['swagger-ui-bundle.js', 'swagger-ui.css'];

export function createApiPages(apis: readonly ApiDefinition[]): ApiPages {
  const signIn = apis.flatMap((api): [string, SignIn][] => {
    const request = findDemoSignIn(api);
    return request === undefined ? [] : [[api.name, request]];
  });
  const from = libraryFolder();
  return {
    files: {
      'start.js': join(own, 'start.js'),
      'page.css': join(own, 'page.css'),
      ...Object.fromEntries(library.map((name) => [name, join(from, name)])),
    },
    signIn: Object.fromEntries(signIn),
    examples: Object.fromEntries(apis.flatMap(exampleOf)),
  };
}

function exampleOf({ name, tokens, tryPath: path, tryHeaders = [] }: ApiDefinition): [string, ExampleRequest][] {
  const own = tokens?.example;
  if (own !== undefined) return [[name, { headers: {}, ...own }]];
  const headers = Object.fromEntries(tryHeaders.map((header) => header.split(/: ?(.*)/s)));
  return path === undefined ? [] : [[name, { path, headers }]];
}

/** Returns the Swagger UI folder: next to our files in the published package, in `node_modules` in the repository. */
function libraryFolder(): string {
  if (existsSync(join(own, 'swagger-ui.css'))) return own;
  try {
    return join(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'), '..');
  } catch {
    return own;
  }
}
