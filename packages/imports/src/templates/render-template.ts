import { formatDate } from './format-date.js';
import {
  commonHelpers,
  type HelperCall,
  itemData,
  randomInteger,
  randomText,
  randomUuid,
  type TemplateHelper,
  type TemplateLanguage,
  type TemplateState,
} from './helper-call.js';
import { mockoonHelpers } from './mockoon-helpers.js';
import {
  type BlockStatement,
  calledName,
  type Expression,
  type MustacheStatement,
  type PathExpression,
  type Program,
  parseTemplate,
  type Statement,
  type SubExpression,
} from './template-syntax.js';
import { isTruthy, readMember, SafeText, toPlain, toText } from './template-values.js';
import { selectJson, wiremockHelpers } from './wiremock-helpers.js';

/** MockServer's built-in variables, and its JSONPath lambda. */
const mockserverHelpers: Readonly<Record<string, TemplateHelper>> = {
  now: ({ state }) => formatDate(state.now, "yyyy-MM-dd'T'HH:mm:ss.SSSXXX"),
  now_epoch: ({ state }) => Math.floor(state.now.getTime() / 1000),
  now_iso_8601: ({ state }) => formatDate(state.now, "yyyy-MM-dd'T'HH:mm:ssXXX"),
  now_rfc_1123: ({ state }) => state.now.toUTCString(),
  uuid: ({ state }) => randomUuid(state),
  rand_int: ({ state }) => randomInteger(state, 0, 9),
  rand_int_10: ({ state }) => randomInteger(state, 0, 9),
  rand_int_100: ({ state }) => randomInteger(state, 0, 99),
  rand_bytes: ({ state }) => Buffer.from(randomText(state, '0123456789abcdef', 32), 'hex').toString('base64'),
  jsonPath: ({ block, context, state }) => {
    state.variables.set('jsonPathResult', selectJson(state.request.text, (block?.fn(context) ?? '').trim()));
    return '';
  },
};

const ofLanguage: Readonly<Record<TemplateLanguage, ReadonlyMap<string, TemplateHelper>>> = {
  mockoon: new Map(Object.entries({ ...commonHelpers, ...mockoonHelpers })),
  mockserver: new Map(Object.entries({ ...commonHelpers, ...mockserverHelpers })),
  wiremock: new Map(Object.entries({ ...commonHelpers, ...wiremockHelpers })),
};

/** The helpers of a language by name. */
function helpersOf(language: TemplateLanguage): ReadonlyMap<string, TemplateHelper> {
  return ofLanguage[language];
}

/** Limits per response: statements and calls, and characters of the result and of each value. */
const limits = { steps: 100_000, characters: 1_000_000 };

interface Scope {
  /** The values of `this`, innermost last. */
  readonly contexts: readonly unknown[];
  /** Values by `@name`. */
  readonly data: ReadonlyMap<string, unknown>;
  /** Values of block parameters, by name. */
  readonly locals: ReadonlyMap<string, unknown>;
}

/**
 * Fills a template by walking its syntax tree. Generates no code, reads only own members, and limits the number of
 * steps.
 *
 * @param state the request, and the sources of the time, random values and fake data
 * @throws Error for a syntax error, an unknown helper, or a template that takes too many steps
 */
export function renderTemplate(text: string, state: TemplateState): string {
  return new Renderer(state).program(parseTemplate(text), {
    contexts: [state.root],
    data: new Map(),
    locals: new Map(),
  });
}

class Renderer {
  readonly #state: TemplateState;
  readonly #helpers: ReturnType<typeof helpersOf>;
  #left = limits.steps;

  constructor(state: TemplateState) {
    this.#state = state;
    this.#helpers = helpersOf(state.language);
  }

  program(program: Program | undefined, scope: Scope): string {
    let filled = '';
    for (const statement of program?.body ?? []) {
      filled += this.#statement(statement, scope);
      if (filled.length > limits.characters)
        throw new Error(`the response is longer than ${limits.characters} characters`);
    }
    return filled;
  }

  #statement(node: Statement, scope: Scope): string {
    this.#step();
    if (node.type === 'ContentStatement') return node.value;
    if (node.type === 'CommentStatement') return '';
    if (node.type === 'MustacheStatement') {
      const value = this.#call(node, scope);
      const text = toText(value);
      this.#stepOver(text);
      const isEscaped = this.#state.language === 'mockoon' && node.escaped && !(value instanceof SafeText);
      return isEscaped ? escapeHtml(text) : text;
    }
    if (node.type === 'BlockStatement') return this.#block(node, scope);
    throw new Error(`${node.type} in line ${node.loc.start.line} is not supported`);
  }

  #block(node: BlockStatement, scope: Scope): string {
    const names = node.program.blockParams ?? [];
    const enter = (context: unknown, data?: ReadonlyMap<string, unknown>, params: readonly unknown[] = []): string => {
      const locals = new Map([...scope.locals, ...names.map((name, index) => [name, params[index]] as const)]);
      const isSame = context === scope.contexts.at(-1);
      return this.program(node.program, {
        contexts: isSame ? scope.contexts : [...scope.contexts, context],
        data: data === undefined ? scope.data : new Map([...scope.data, ...data]),
        locals,
      });
    };
    const block = { fn: enter, inverse: () => this.program(node.inverse, scope) };
    const value = this.#call(node, scope, block);
    // A block for a value that is not a helper.
    if (value === notCalled) {
      const given = this.#expression(node.path, scope);
      if (Array.isArray(given) && given.length > 0)
        return given.map((item, index) => enter(item, itemData(index, given.length, index), [item, index])).join('');
      if (!isTruthy(given)) return block.inverse();
      return enter(given === true ? scope.contexts.at(-1) : given);
    }
    return toText(value);
  }

  /** Calls a helper, or reads a value. */
  #call(node: MustacheStatement | BlockStatement | SubExpression, scope: Scope, block?: HelperCall['block']) {
    this.#step();
    const name = calledName(node);
    const isLocal = name !== undefined && scope.locals.has(name) && node.params.length === 0;
    const helper = name === undefined || isLocal ? undefined : this.#helpers.get(name);
    if (helper === undefined) {
      const hasParams = node.params.length > 0 || (node.hash?.pairs.length ?? 0) > 0;
      if (hasParams) throw new Error(`there is no template helper "${name ?? toText(node.path)}"`);
      return block === undefined ? this.#expression(node.path, scope) : notCalled;
    }
    const hash = new Map((node.hash?.pairs ?? []).map(({ key, value }) => [key, this.#expression(value, scope)]));
    const call: HelperCall = {
      ...{ args: node.params.map((each) => this.#expression(each, scope)), hash, block },
      ...{ context: scope.contexts.at(-1), data: scope.data, state: this.#state, step: (count) => this.#step(count) },
    };
    for (const each of call.args) this.#stepOver(each);
    const value = helper(call);
    this.#stepOver(value);
    if (typeof value === 'string' && value.length > limits.characters)
      throw new Error(`a value is longer than ${limits.characters} characters`);
    return value;
  }

  #expression(node: Expression, scope: Scope): unknown {
    this.#step();
    if (node.type === 'SubExpression') return this.#call(node, scope);
    if (node.type === 'PathExpression') return this.#path(node, scope);
    if (node.type === 'UndefinedLiteral') return undefined;
    return node.type === 'NullLiteral' ? null : node.value;
  }

  #path({ parts, data, depth, original }: PathExpression, scope: Scope): unknown {
    const names = parts.map((part) => (typeof part === 'string' ? part : toText(this.#call(part, scope))));
    const [first = '', ...rest] = names;
    const base = data
      ? (scope.data.get(first) ?? (first === 'root' ? this.#state.root : this.#state.variables.get(first)))
      : depth === 0 && scope.locals.has(first) && !/^this\b|^\./.test(original)
        ? scope.locals.get(first)
        : undefined;
    if (data || base !== undefined) return rest.reduce(readMember, base);
    const own = scope.contexts.at(-1 - depth);
    const value = names.reduce<unknown>(readMember, own);
    // Otherwise, a variable that a helper has set.
    return value ?? (depth > 0 ? undefined : rest.reduce(readMember, this.#state.variables.get(first)));
  }

  /** Takes steps for the size of a value that a helper reads or returns in full. */
  #stepOver(value: unknown): void {
    const plain = toPlain(value);
    if (typeof plain === 'string') this.#step(plain.length / 64);
    else if (typeof plain === 'object' && plain !== null) this.#step(Object.keys(plain).length / 16);
  }

  #step(count = 1): void {
    this.#left -= count;
    if (this.#left < 0) throw new Error(`the template takes more than ${limits.steps} steps`);
  }
}

const notCalled = Symbol('not called');

/**
 * Lists the helpers in a template that are not supported for its language.
 *
 * @throws Error with the line for a syntax error
 */
export function listUnknownHelpers(text: string, language: TemplateLanguage): string[] {
  const helpers = helpersOf(language);
  const found = new Set<string>();
  const visitCall = (call: MustacheStatement | BlockStatement | SubExpression): void => {
    const name = calledName(call);
    const values = [...call.params, ...(call.hash?.pairs ?? []).map(({ value }) => value)];
    // A name without arguments can be a value, except in Mockoon.
    const isValue = values.length === 0 && (language !== 'mockoon' || call.type === 'BlockStatement');
    if (name !== undefined && !helpers.has(name) && !isValue) found.add(name);
    for (const value of values) if (value.type === 'SubExpression') visitCall(value);
  };
  const visit = (program: Program | undefined): void => {
    for (const statement of program?.body ?? []) {
      const { type } = statement;
      if (type === 'MustacheStatement' || type === 'BlockStatement') visitCall(statement);
      else if (type !== 'ContentStatement' && type !== 'CommentStatement') found.add(type);
      if (type === 'BlockStatement') for (const each of [statement.program, statement.inverse]) visit(each);
    }
  };
  visit(parseTemplate(text));
  return [...found];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '`': '&#x60;',
  '=': '&#x3D;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`=]/g, (sign) => entities[sign] ?? sign);
}
