// The API report: the exported declarations of the published package. `npm test` compares them; --write updates the
// report for review, and --comments prints it with the comments.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { modules } from '../package/stage-entries.ts';
import { root } from '../steps.mjs';

const report = join(root, 'packages/understudy/api-report.md');
const packages = join(root, 'packages');
const comments = process.argv.includes('--comments');
const compilerOptions: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  stripInternal: true,
};
const parsed = new Map<string, ts.SourceFile>();

/** Returns the declarations of a workspace module, as in its `.d.ts` file. */
function declarationsOf(file: string): ts.SourceFile {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const { outputText } = ts.transpileDeclaration(readFileSync(file, 'utf8'), { compilerOptions, fileName: file });
  const source = ts.createSourceFile(file, outputText, ts.ScriptTarget.ES2022, true);
  parsed.set(file, source);
  return source;
}

/** Returns the source of an imported module. Undefined for a library. */
function resolved(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(from), specifier.replace(/\.js$/, '.ts'));
  const [, name = '', subpath = ''] = /^@understudy\/([a-z-]+)(\/.*)?$/.exec(specifier) ?? [];
  if (name === '') return undefined;
  const { exports } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
  const entry = exports[`.${subpath}`];
  return join(packages, name, typeof entry === 'string' ? entry : entry['@understudy/source']);
}

/** Returns every exported name of a module with its declaration. */
function exportsOf(file: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const statement of declarationsOf(file).statements) {
    if (ts.isExportDeclaration(statement)) {
      const specifier = statement.moduleSpecifier;
      const from = specifier !== undefined && ts.isStringLiteral(specifier) ? specifier.text : undefined;
      const target = from === undefined ? file : resolved(from, file);
      const { exportClause } = statement;
      if (exportClause === undefined && target !== undefined) {
        for (const [name, text] of exportsOf(target)) found.set(name, text);
      } else if (exportClause !== undefined && ts.isNamedExports(exportClause)) {
        for (const { name, propertyName } of exportClause.elements) {
          const inner = (propertyName ?? name).text;
          // Generated types change with the description that they come from.
          if (target?.includes('/generated/') === true) {
            found.set(name.text, 'as the description of the control plane says');
            continue;
          }
          const text =
            target === undefined ? `from ${from}` : target === file ? undefined : exportsOf(target).get(inner);
          found.set(name.text, text ?? declaredIn(file, inner) ?? `from ${from}`);
        }
      }
      continue;
    }
    for (const name of namesOf(statement)) {
      const text = textOf(statement);
      // Overloads can share a name, and so can a type and a value.
      found.set(name, found.has(name) ? `${found.get(name)}\n${text}` : text);
    }
  }
  return found;
}

/** Returns the declaration behind `export { name }`. */
function declaredIn(file: string, name: string): string | undefined {
  for (const statement of declarationsOf(file).statements) {
    const imported = importedName(statement, name);
    if (imported !== undefined) {
      const target = resolved(imported.from, file);
      return target === undefined ? `from ${imported.from}` : exportsOf(target).get(imported.name);
    }
    if (!ts.isExportDeclaration(statement) && declaredNames(statement).includes(name)) return textOf(statement);
  }
  return undefined;
}

function importedName(statement: ts.Statement, name: string): { name: string; from: string } | undefined {
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return undefined;
  const bindings = statement.importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return undefined;
  const found = bindings.elements.find((each) => each.name.text === name);
  return found && { name: (found.propertyName ?? found.name).text, from: statement.moduleSpecifier.text };
}

function namesOf(statement: ts.Statement): string[] {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  return isExported ? declaredNames(statement) : [];
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) =>
      ts.isIdentifier(name) ? name.text : name.getText(),
    );
  }
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  ) {
    return statement.name === undefined ? [] : [statement.name.text];
  }
  return [];
}

/** Returns the text of a declaration. The report omits its comments. */
function textOf(statement: ts.Statement): string {
  const printer = ts.createPrinter({ removeComments: !comments });
  const text = printer.printNode(ts.EmitHint.Unspecified, statement, statement.getSourceFile());
  return text.replace(/^export (declare )?/m, '').replace(/^declare /m, '');
}

function reportText(): string {
  const parts = Object.entries(modules).map(([subpath, module]) => {
    const file = join(packages, `${module.replace('/dist/', '/src/')}.ts`);
    if (!existsSync(file)) throw new Error(`${relative(root, file)} is missing: what ${subpath} is made of`);
    const all = [...exportsOf(file)].sort(([one], [other]) => (one < other ? -1 : 1));
    const lines = all.map(([name, text]) => `// ${name}\n${text}\n`);
    return `## \`api-understudy${subpath.slice(1)}\`\n\n\`\`\`ts\n${lines.join('\n')}\`\`\`\n`;
  });
  return `# What the package exports\n\nMade by \`npm run api-report\`. A change here is a change of a promise.\n\n${parts.join('\n')}`;
}

/** Maximum number of published names. Raising it is a deliberate decision. */
const mostNames = 150;

const text = reportText();
const names = text.split('\n').filter((line) => line.startsWith('// ')).length;
if (names > mostNames) throw new Error(`The package exports ${names} names; the limit is ${mostNames}`);
if (comments) process.stdout.write(text);
else if (process.argv.includes('--write')) writeFileSync(report, text);
else if (!existsSync(report) || readFileSync(report, 'utf8') !== text) {
  const before = existsSync(report) ? readFileSync(report, 'utf8').split('\n') : [];
  const now = text.split('\n');
  const lost = before.filter((line) => !now.includes(line)).map((line) => `- ${line}`);
  const added = now.filter((line) => !before.includes(line)).map((line) => `+ ${line}`);
  console.error([...lost, ...added].slice(0, 60).join('\n'));
  console.error(
    `The exports of the package are not those of ${relative(root, report)}; if that is meant: npm run api-report`,
  );
  process.exitCode = 1;
}
