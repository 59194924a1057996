import { parse } from '@handlebars/parser';

/** The used parts of the syntax tree. The parser's own type declarations do not resolve in this module system. */
export interface Program {
  readonly body: readonly Statement[];
  readonly blockParams?: readonly string[];
}

interface Call {
  readonly path: Expression;
  readonly params: readonly Expression[];
  readonly hash?: { readonly pairs: ReadonlyArray<{ readonly key: string; readonly value: Expression }> };
}

interface Placed {
  readonly loc: { readonly start: { readonly line: number } };
}

export interface SubExpression extends Call {
  readonly type: 'SubExpression';
}

export interface PathExpression {
  readonly type: 'PathExpression';
  /** True for `@name`. */
  readonly data: boolean;
  /** The number of `../`. */
  readonly depth: number;
  readonly parts: ReadonlyArray<string | SubExpression>;
  readonly original: string;
}

interface Literal {
  readonly type: 'StringLiteral' | 'NumberLiteral' | 'BooleanLiteral' | 'NullLiteral' | 'UndefinedLiteral';
  readonly value?: unknown;
}

export type Expression = PathExpression | SubExpression | Literal;

export interface MustacheStatement extends Call, Placed {
  readonly type: 'MustacheStatement';
  readonly escaped: boolean;
}

export interface BlockStatement extends Call, Placed {
  readonly type: 'BlockStatement';
  readonly program: Program;
  readonly inverse?: Program;
}

interface ContentStatement extends Placed {
  readonly type: 'ContentStatement';
  readonly value: string;
}

interface OtherStatement extends Placed {
  readonly type: 'CommentStatement' | 'PartialStatement' | 'PartialBlockStatement' | 'Decorator' | 'DecoratorBlock';
}

export type Statement = MustacheStatement | BlockStatement | ContentStatement | OtherStatement;

/** Maximum number of cached templates. */
const mostKept = 500;
const known = new Map<string, Program>();

/** @throws Error with the line for a syntax error */
export function parseTemplate(text: string): Program {
  const parsed: Program = known.get(text) ?? parse(withBrackets(text));
  if (known.size >= mostKept) known.clear();
  known.set(text, parsed);
  return parsed;
}

/** Puts list indexes such as in `items.0` in brackets, as Handlebars requires. */
function withBrackets(text: string): string {
  return text.replace(/\{\{[^{}]*\}\}/g, (tag) =>
    tag.replace(/"[^"]*"|'[^']*'|(?<![\w.-])-?\d[\d.]*|(?<=[\w\]-])\.(\d+)(?=[.\s)}\]|/])/g, (whole, index?: string) =>
      index === undefined ? whole : `.[${index}]`,
    ),
  );
}

/** Returns the helper name, if the call can be a helper call. */
export function calledName({ path }: Call): string | undefined {
  if (path.type !== 'PathExpression' || path.data || path.depth > 0 || path.parts.length !== 1) return undefined;
  const [name] = path.parts;
  return typeof name === 'string' && !/^this\b|^\./.test(path.original) ? name : undefined;
}
