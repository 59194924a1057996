import ts from 'typescript';

/** Returns the sentences of a Markdown page without code and headings. Table cells count separately. */
export function sentencesOfMarkdown(text: string): string[] {
  const prose = text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '').replaceAll(/<!--[\s\S]*?-->/g, '');
  const blocks = prose
    .replaceAll(/^#+ .*$|^\s*[-|: ]+$/gm, '\n')
    .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.) )|\||\n(?=\|)/);
  return blocks.flatMap((block) => sentencesOf(block.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')));
}

/** Returns the sentences in the comments and strings of a TypeScript file. */
export function sentencesOfSource(text: string, jsx: boolean): string[] {
  const kind = jsx ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile('', text, ts.ScriptTarget.Latest, false, kind);
  const comments = new Map<number, string>();
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.pos) ?? [])
      comments.set(pos, text.slice(pos, end));
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text);
    else if (ts.isTemplateExpression(node))
      texts.push(node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join(''));
    ts.forEachChild(node, visit);
  };
  visit(source);
  const documented = [...comments.values()].filter((comment) => comment.startsWith('/*'));
  return [...documented.flatMap(paragraphsOf), ...texts.flatMap((one) => one.split(/\n\s*\n/)).filter(isProse)].flatMap(
    sentencesOf,
  );
}

function paragraphsOf(comment: string): string[] {
  const lines = comment.replaceAll(/^\/\*+|\s*\*\/$|^\s*\* ?/gm, '').replaceAll(/\{@link ([^}]*)\}/g, '$1');
  return lines.split(/\n\s*\n|\n(?=@|- )/);
}

/** Returns the sentences with at least five words. */
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
