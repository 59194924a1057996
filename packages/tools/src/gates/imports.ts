// Checks imports between packages, between folders of a package and between files: they must be allowed and have no
// cycles. Type imports count; tests and test helpers do not.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { GateFailed, runGate } from '../gate.ts';
import { packageFolders, root } from '../steps.mjs';
import { findWrongImports, type Import } from './find-wrong-imports.ts';

/** Test helpers and generated files. */
const ignored = /\/(testing|generated)(\/|\.ts$)/;

await runGate('imports', 60, async () => {
  const folders = packageFolders().map((name) => join('packages', name, 'src'));
  const files = folders.filter((folder) => existsSync(join(root, folder))).flatMap(sourceFiles);
  const imports = files.flatMap(importsOf);
  const wrong = findWrongImports(imports);
  if (wrong.length > 0) throw new GateFailed(`${wrong.length} wrong imports:\n${wrong.join('\n')}`);
  return `${files.length} files, ${imports.length} imports, types included`;
});

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /(?<!\.test|\.d)\.tsx?$/.test(file) && !ignored.test(file));
}

/** Returns the imports of our own files, and of our packages as `packages/<name>`. */
function importsOf(from: string): Import[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, from), 'utf8'), true, true);
  return importedFiles.flatMap(({ fileName: name }) => {
    const [, scoped] = /^(?:@understudy\/|api-)(understudy|[a-z-]+)(?:\/|$)/.exec(name) ?? [];
    if (!name.startsWith('.')) return scoped === undefined ? [] : [{ from, to: `packages/${scoped}` }];
    const path = join(dirname(from), name);
    const endings = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')];
    const to = endings.find((each) => existsSync(join(root, each)));
    return to === undefined || ignored.test(to) ? [] : [{ from, to }];
  });
}
