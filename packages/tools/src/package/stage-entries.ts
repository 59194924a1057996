import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { root } from '../steps.mjs';
import { dropUnreached, filesOf, type WorkspacePackage, withTabs, write } from './stage-libraries.ts';

/** The public modules by subpath: their paths under `lib/`, without extension. */
export const modules: Readonly<Record<string, string>> = {
  '.': 'understudy/dist/index',
  './extend': 'understudy/dist/extend',
  './vitest': 'understudy/dist/vitest',
  './jest': 'understudy/dist/jest',
  './playwright': 'understudy/dist/playwright',
  './msw': 'understudy/dist/msw',
  './testcontainers': 'understudy/dist/testcontainers',
};

/** CommonJS only, because Jest's hooks are globals of the test file. */
const wrapped: Readonly<Record<string, string>> = {
  './jest': `const hooks = { beforeAll, afterEach, afterAll };
module.exports = { useSimulators: (options) => loaded.useSimulators(options, hooks) };`,
};

const asksNode = `const { runInThisContext } = require('node:vm');
const { createRequire } = runInThisContext('process').getBuiltinModule('node:module');`;

/**
 * Writes the files that `exports` in the package's manifest refers to, next to `lib/`. CommonJS code gets the same
 * modules through `require()` of ES modules, which every supported Node version supports. `cjs/` contains a wrapper for
 * each module, and a CommonJS copy of the declarations. The wrapper uses `require` from Node's own context, because
 * Jest replaces it with a version that does not support ES modules.
 *
 * @returns `exports` and `typesVersions` of the manifest
 */
export async function stageEntries(stage: string, packages: ReadonlyMap<string, WorkspacePackage>) {
  const entries = Object.values(modules).map((module) => `lib/${module}.d.ts`);
  dropUnreached(stage, entries);
  for (const file of filesOf(join(stage, 'lib'))) {
    if (!file.endsWith('.d.ts')) continue;
    const copy = join(stage, 'cjs', relative(stage, file));
    cpSync(file, copy);
    // ES modules can import CommonJS types, so large type modules are stored only once.
    const path = relative(dirname(file), copy).replace(/\.d\.ts$/, '.js');
    if (file.endsWith(join('generated', 'types.d.ts'))) write(file, `export * from '${path.split(sep).join('/')}';\n`);
  }
  write(join(stage, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
  const exports: Record<string, unknown> = {};
  const older: Record<string, string[]> = {};
  for (const [subpath, module] of Object.entries(modules)) {
    const wrapper = `cjs/${subpath === '.' ? 'index' : subpath.slice(2)}.js`;
    const up = '../'.repeat(wrapper.split('/').length - 1);
    const load = `const loaded = createRequire(__filename)('${up}lib/${module}.js');`;
    const own = wrapped[subpath] ?? 'module.exports = loaded;';
    write(join(stage, wrapper), `'use strict';\n${asksNode}\n${load}\n${own}\n`);
    exports[subpath] = {
      import: { types: `./lib/${module}.d.ts`, default: `./lib/${module}.js` },
      require: { types: `./cjs/lib/${module}.d.ts`, default: `./${wrapper}` },
    };
    if (subpath !== '.') older[subpath.slice(2)] = [`./cjs/lib/${module}.d.ts`];
  }
  exports['./package.json'] = './package.json';
  exports['./schemas/*.json'] = './schemas/*.json';
  for (const { folder } of packages.values()) {
    const description = join(root, 'packages', folder, 'src', 'generated', 'contract.json');
    if (!existsSync(description) || !/^(server|simulator-.+)$/.test(folder)) continue;
    const name = folder === 'server' ? 'control' : folder.replace(/^simulator-/, '');
    // A module that contains only types is the same for both kinds of importers.
    const types = `./cjs/types/${name}.d.ts`;
    const text = await generateCallerTypes(JSON.parse(readFileSync(description, 'utf8')));
    write(join(stage, types), withTabs(text));
    exports[`./types/${name}`] = { types };
    older[`types/${name}`] = [types];
  }
  return { exports, typesVersions: { '*': older } };
}

/** Returns the types for callers of an API. Callers can omit members and parameters that have a default. */
async function generateCallerTypes(document: object): Promise<string> {
  return astToString(await openapiTS(document as OpenAPI3, { defaultNonNullable: false, silent: true }));
}
