import { readNumber } from '@understudy/contract';
import { isExpressionText, parseExpression, type RuntimeExpression } from './parse-expression.js';

/** A parsed simple condition. `text` is the source of each part, for messages. */
export type ParsedCondition =
  | { kind: 'or' | 'and'; left: ParsedCondition; right: ParsedCondition; text: string }
  | { kind: 'not'; operand: ParsedCondition; text: string }
  | { kind: 'comparison'; operator: ComparisonOperator; left: ConditionOperand; right: ConditionOperand; text: string }
  | { kind: 'value'; operand: ConditionOperand; text: string };

export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';
export type ConditionOperand = { literal: unknown; text: string } | { expression: RuntimeExpression; text: string };

interface Token {
  kind: 'operator' | 'open' | 'close' | 'operand';
  text: string;
  at: number;
  operand?: ConditionOperand;
}

/**
 * Parses a `simple` condition of Arazzo 1.0.1: literals (`true`, `false`, `null`, numbers, `'text'` with `''` for a
 * quote), runtime expressions, `== != < <= > >= && || !` and parentheses. `&&` binds more tightly than `||`.
 */
export function parseCondition(text: string): { condition: ParsedCondition } | { problem: string } {
  const tokens = tokenize(text);
  if ('problem' in tokens) return tokens;
  const parser = new Parser(text, tokens.tokens);
  const condition = parser.or();
  if (condition === undefined || parser.problem !== undefined) return { problem: parser.problem ?? 'it is empty' };
  const left = parser.peek();
  if (left !== undefined) return { problem: `unexpected "${left.text}" at column ${left.at + 1}` };
  return { condition };
}

class Parser {
  problem: string | undefined;
  private position = 0;

  constructor(
    private readonly source: string,
    private readonly tokens: Token[],
  ) {}

  peek(): Token | undefined {
    return this.tokens[this.position];
  }

  or(): ParsedCondition | undefined {
    return this.chain('or', '||', () => this.chain('and', '&&', () => this.not()));
  }

  private chain(
    kind: 'or' | 'and',
    operator: string,
    next: () => ParsedCondition | undefined,
  ): ParsedCondition | undefined {
    let left = next();
    while (left !== undefined && this.peek()?.text === operator && this.peek()?.kind === 'operator') {
      this.position++;
      const right = next();
      if (right === undefined) return undefined;
      left = { kind, left, right, text: `${left.text} ${operator} ${right.text}` };
    }
    return left;
  }

  private not(): ParsedCondition | undefined {
    const token = this.peek();
    if (token?.kind === 'operator' && token.text === '!') {
      this.position++;
      const operand = this.not();
      return operand === undefined ? undefined : { kind: 'not', operand, text: `!${operand.text}` };
    }
    if (token?.kind === 'open') {
      this.position++;
      const inner = this.or();
      if (inner === undefined) return undefined;
      if (this.peek()?.kind !== 'close') return this.fail(`the parenthesis at column ${token.at + 1} is not closed`);
      this.position++;
      return { ...inner, text: `(${inner.text})` };
    }
    return this.comparison();
  }

  private comparison(): ParsedCondition | undefined {
    const left = this.operand();
    if (left === undefined) return undefined;
    const operator = this.peek()?.text;
    if (this.peek()?.kind !== 'operator' || !isComparator(operator)) {
      return { kind: 'value', operand: left, text: left.text };
    }
    this.position++;
    const right = this.operand();
    if (right === undefined) return undefined;
    return { kind: 'comparison', operator, left, right, text: `${left.text} ${operator} ${right.text}` };
  }

  private operand(): ConditionOperand | undefined {
    const token = this.peek();
    if (token?.operand === undefined) {
      const place = token === undefined ? `the end of "${this.source}"` : `column ${token.at + 1}`;
      return this.fail(`expected a value at ${place}`);
    }
    this.position++;
    return token.operand;
  }

  private fail(problem: string): undefined {
    this.problem ??= problem;
    return undefined;
  }
}

function isComparator(text: string | undefined): text is ComparisonOperator {
  return text === '==' || text === '!=' || text === '<' || text === '<=' || text === '>' || text === '>=';
}

const operatorToken = /^(?:==|!=|<=|>=|&&|\|\||<|>|!)/;
const stringToken = /^'(?:[^']|'')*'/;
/** Matches a runtime expression, which ends before white space, a closing bracket or an operator. */
const expressionToken = /^\$(?:(?!==|!=|&&|\|\|)[^\s()<>{}])+/;
const wordToken = /^[^\s()<>=!&|'{}]+/;

function tokenize(source: string): { tokens: Token[] } | { problem: string } {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    const blank = /^\s+/.exec(rest)?.[0];
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    const token = readToken(rest, at);
    if ('problem' in token) return { problem: `${token.problem} at column ${at + 1}` };
    tokens.push(token);
    at += token.text.length;
  }
  return { tokens };
}

function readToken(rest: string, at: number): Token | { problem: string } {
  const first = rest[0] ?? '';
  // The specification also shows conditions in braces, "{$statusCode == 401}": they group like parentheses.
  if (first === '(' || first === '{') return { kind: 'open', text: first, at };
  if (first === ')' || first === '}') return { kind: 'close', text: first, at };
  const operator = operatorToken.exec(rest)?.[0];
  if (operator !== undefined) return { kind: 'operator', text: operator, at };
  const literalToken = (text: string, literal: unknown): Token => ({
    ...{ kind: 'operand', text, at },
    operand: { literal, text },
  });
  const quoted = stringToken.exec(rest)?.[0];
  if (quoted !== undefined) return literalToken(quoted, quoted.slice(1, -1).replaceAll("''", "'"));
  if (first === "'") return { problem: 'a string is not closed' };
  if (isExpressionText(rest)) {
    const text = expressionToken.exec(rest)?.[0] ?? '';
    const parsed = parseExpression(text);
    if ('problem' in parsed) return { problem: parsed.problem };
    if ('expression' in parsed) return { kind: 'operand', text, at, operand: { expression: parsed.expression, text } };
  }
  const word = wordToken.exec(rest)?.[0];
  if (word === undefined) return { problem: `"${first}" is not expected` };
  if (word === 'true' || word === 'false') return literalToken(word, word === 'true');
  if (word === 'null') return literalToken(word, null);
  if (!Number.isNaN(Number(word))) return literalToken(word, readNumber(word));
  return { problem: `"${word}" is not a literal; put strings in single quotes` };
}
