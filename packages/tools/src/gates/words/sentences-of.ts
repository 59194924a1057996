import ts from 'typescript';

/** The sentences of a Markdown page: no code, no headings, cells of tables separately. */
export function sentencesOfMarkdown(text: string): string[] {
  const prose = text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '').replaceAll(/<!--[\s\S]*?-->/g, '');
  const blocks = prose
    .replaceAll(/^#+ .*$|^\s*[-|: ]+$/gm, '\n')
    .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.) )|\||\n(?=\|)/);
  return blocks.flatMap((block) => sentencesOf(block.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')));
}

/** The sentences of the documentation comments and of the texts in a TypeScript file. */
export function sentencesOfSource(text: string, jsx: boolean): string[] {
  const variant = jsx ? ts.LanguageVariant.JSX : ts.LanguageVariant.Standard;
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, variant, text);
  const found: string[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === ts.SyntaxKind.MultiLineCommentTrivia) {
      const lines = scanner
        .getTokenText()
        .replaceAll(/^\/\*+|\s*\*\/$|^\s*\* ?/gm, '')
        .replaceAll(/\{@link ([^}]*)\}/g, '$1');
      found.push(...lines.split(/\n\s*\n|\n(?=@|- )/).flatMap(sentencesOf));
    } else if (kind === ts.SyntaxKind.StringLiteral || kind === ts.SyntaxKind.NoSubstitutionTemplateLiteral) {
      found.push(
        ...scanner
          .getTokenValue()
          .split(/\n\s*\n/)
          .filter(isProse)
          .flatMap(sentencesOf),
      );
    }
  }
  return found;
}

/** Sentences of five words or more. */
function sentencesOf(block: string): string[] {
  const line = block
    .replaceAll(/\s+/g, ' ')
    .replace(/^\s*(?:[-*+>]|\d+\.) /, '')
    .trim();
  return line
    .split(/(?<=[.!?][)"”']?)\s+(?=[A-Z`"“([*$‹<])/)
    .filter((one) => (one.match(/[A-Za-z][A-Za-z'’-]*/g) ?? []).length >= 5);
}

function isProse(text: string): boolean {
  return !/[{};]\s*$|=>|^\s*(SELECT|INSERT|CREATE|DELETE|UPDATE|WITH|ALTER|import|export|const)\b|<\/\w+>/.test(text);
}
