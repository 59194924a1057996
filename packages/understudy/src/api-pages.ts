import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Api } from '@understudy/kernel';
import type { ApiPages, SignIn } from '@understudy/server';
import { signInOf } from './sign-in-of.js';

const own = fileURLToPath(new URL('../api-pages', import.meta.url));
const library = ['swagger-ui-bundle.js', 'swagger-ui.css'];

/** The pages of the APIs of a server: their files, and how they sign in with the demo credentials. */
export function apiPagesOf(apis: readonly Api[]): ApiPages {
  const signIn = apis.flatMap((api): [string, SignIn][] => {
    const request = signInOf(api);
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
  };
}

/** Where the library lies: in the published package beside our own files, in the repository where it is installed. */
function libraryFolder(): string {
  if (existsSync(join(own, 'swagger-ui.css'))) return own;
  try {
    return join(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'), '..');
  } catch {
    return own;
  }
}
