import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { relative } from 'node:path';
import ts from 'typescript';
import { filesOf } from './stage-libraries.ts';

/** An import or export from a package, in a declaration. Examples in comments do not count. */
const packageImport = /^(?!\s*(?:\*|\/\/)).*?(?:from|import)\s*\(?\s*["']([^."'][^"']*)["']/gm;

/** TypeScript: cannot find module. */
const missingModule = 2307;

/**
 * Compiles all declarations of the package as a user does who checks the libraries.
 *
 * @param installed packages that users have with ours
 * @throws Error for a declaration that needs the types of another package, or does not compile
 */
export function checkDeclarations(stage: string, installed: readonly string[]): void {
  const files = filesOf(stage).filter((file) => /\.d\.[cm]?ts$/.test(file));
  const problems = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(packageImport)].flatMap(([, name = '']) => {
      const [scope = '', own = ''] = name.split('/');
      const needed = scope.startsWith('@') ? `${scope}/${own}` : scope;
      return isBuiltin(name) || installed.includes(needed) ? [] : [`${relative(stage, file)} needs types of ${name}`];
    }),
  );
  const program = ts.createProgram(files, {
    ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
    ...{ target: ts.ScriptTarget.ES2022, strict: true, noEmit: true, skipLibCheck: false, types: ['node'] },
  });
  for (const { file, start = 0, code, messageText } of ts.getPreEmitDiagnostics(program)) {
    // Imports are checked above, and this workspace lacks some of the optional packages.
    if (code === missingModule) continue;
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    const message = ts.flattenDiagnosticMessageText(messageText, '\n');
    problems.push(`${relative(stage, file?.fileName ?? stage)}:${line}: ${message}`);
  }
  if (problems.length > 0) throw new Error(`The declarations do not compile for users:\n${problems.join('\n')}`);
}
