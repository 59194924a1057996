import { joinPointer, omitUndefined } from '@understudy/contract';
import { type BehaviorModel, effectOf, type OperationStatement } from './behavior-model.js';
import type {
  CompiledFurtherEffect,
  CompiledNeeds,
  CompiledOperation,
  CompiledPage,
  CompiledResponse,
  CompiledSignIn,
} from './compiled-behavior.js';
import type { Scope, StatementCompiler } from './statement-compiler.js';
import { compileTemplate, expressionIn } from './templates.js';

/** The parts of a request that an expression can use. */
export const ofRequest = ['path', 'query', 'headers', 'body', 'caller'];

/** The same parts without schemas, for requests that do not have to match the description. */
const ofAnyRequest: Scope = Object.fromEntries([...ofRequest, 'upload'].map((name) => [name, undefined]));

/** Additional names for expressions of an exception. */
const ofResponse: Scope = Object.fromEntries(
  ['self', 'new', 'target', 'sender', 'problems', 'baseUrl'].map((name) => [name, undefined]),
);

/** Names for expressions about a page. */
const ofPage = 'page pages first size count total offset more next previous links'.split(' ');

interface OperationCompiler extends StatementCompiler {
  needs(pointer: string, needs: OperationStatement['needs'], scope: Scope): CompiledNeeds;
  errors(pointer: string, errors: BehaviorModel['errors']): CompiledOperation['errors'];
}

/** Compiles the statements about an operation. */
export function compileOperation(
  compiler: OperationCompiler,
  id: string,
  statement: OperationStatement,
): CompiledOperation {
  const at = joinPointer('/operations', id);
  const effect = effectOf(statement);
  if (effect !== undefined) compiler.known(joinPointer(at, effect.does), 'resource', effect.resource);
  if (effect?.part !== undefined) compiler.member(joinPointer(at, effect.does), effect.resource, effect.part);
  const self = effect === undefined ? undefined : compiler.schemaOf(effect.resource);
  const request = compiler.requestOf(id);
  const scope: Scope = { self, old: self, item: undefined, results: undefined, token: undefined, ...request };
  const optional = (name: keyof OperationStatement, around: Scope = scope) =>
    compiler.optional(joinPointer(at, name), statement[name] ?? undefined, around);
  const { answer, key, each, stream } = statement;
  checkSources(compiler, at, statement, request);
  const compiledKey = optional('key');
  for (const [index, name] of (statement.sends ?? []).entries())
    if (compiler.webhooks !== undefined)
      compiler.oneOf(joinPointer(at, 'sends', String(index)), {
        what: 'webhook or callback',
        name,
        known: compiler.webhooks,
      });
  return omitUndefined({
    statement,
    needs: compiler.needs(joinPointer(at, 'needs'), statement.needs, scope),
    errors: compiler.errors(joinPointer(at, 'errors'), statement.errors),
    set: compiler.assignments(joinPointer(at, 'set'), statement.set, scope),
    flags: compiler.sets(joinPointer(at, 'flags'), statement.flags, scope),
    where: compileFilters(compiler, id, statement, { ...scope, value: undefined }),
    under: Object.entries(statement.under ?? {}).map(
      ([path, text]) => [path.split('.'), compiler.expression(joinPointer(at, 'under', path), text, scope)] as const,
    ),
    only: optional('only'),
    answer:
      answer === undefined || answer === null || answer === 'described'
        ? undefined
        : compiler.template(joinPointer(at, 'answer'), answer, scope),
    key: isPlainSource(key) ? undefined : compiledKey,
    item:
      statement.item === undefined || statement.item === 'body' || isPlainSource(statement.item)
        ? undefined
        : optional('item'),
    page: compilePage(compiler, id, statement.page),
    each:
      each !== undefined && each !== null
        ? omitUndefined({
            items: compiler.expression(joinPointer(at, 'each'), each, scope),
            with:
              statement.with === undefined
                ? undefined
                : compiler.template(joinPointer(at, 'with'), statement.with, scope),
          })
        : undefined,
    further: compileFurther(compiler, joinPointer(at, 'then'), statement, scope),
    login: compileSignIn(compiler, at, statement, request),
    streams:
      stream === undefined
        ? undefined
        : omitUndefined({ if: optional('if', { ...request, event: undefined, self: undefined }) }),
  });
}

/** Reports key locations that are not values of the request. */
function checkSources(
  ...[compiler, at, { parents, scope, refers, copies, through = [] }, request]: readonly [
    OperationCompiler,
    string,
    OperationStatement,
    Scope,
  ]
): void {
  const check = (pointer: string, texts: readonly unknown[] | undefined | null) => {
    for (const [index, text] of (texts ?? []).entries()) {
      const own = joinPointer(pointer, String(index));
      compiler.expression(own, text, request);
      if (!isPlainSource(text)) compiler.report(own, `"${text}" must be a value of the request, such as path.id.`);
    }
  };
  for (const [name, texts] of Object.entries({ parents, scope, refers })) check(joinPointer(at, name), texts);
  for (const [member, text] of Object.entries(copies ?? {})) {
    const own = joinPointer(at, 'copies', member);
    compiler.expression(own, text, request);
    if (!(isPlainSource(text) && String(text).startsWith('path')))
      compiler.report(own, `"${text}" must be a parameter of the path, such as path.id.`);
  }
  for (const [index, { resource, keys }] of through.entries()) {
    const pointer = joinPointer(at, 'through', String(index));
    compiler.known(joinPointer(pointer, 'resource'), 'resource', resource);
    check(joinPointer(pointer, 'keys'), keys);
  }
}

function compileFilters(
  ...[compiler, id, { where = {} }, scope]: readonly [OperationCompiler, string, OperationStatement, Scope]
): CompiledOperation['where'] {
  return Object.entries(where).map(([name, text]) => {
    const pointer = joinPointer('/operations', id, 'where', name);
    compiler.parameter(pointer, id, name);
    return [name, compiler.expression(pointer, text, scope)] as const;
  });
}

const pageParameters = ['page', 'size', 'offset', 'after', 'before'] as const;

/** Reports parameters in the model's rules for all lists that no operation has. */
export function checkLists(compiler: StatementCompiler, { lists }: BehaviorModel): void {
  const page = lists?.page;
  if (page === undefined || page === null || page === 'none') return;
  const known = compiler.listParameters();
  for (const part of pageParameters) {
    const name = page[part];
    if (typeof name === 'string' && known.size > 0)
      compiler.oneOf(joinPointer('/lists/page', part), { what: 'parameter', name, known });
  }
  const scope = Object.fromEntries(ofPage.map((name) => [name, undefined]));
  for (const [part, members] of Object.entries({ show: page.show ?? {}, headers: page.headers ?? {} }))
    for (const [name, text] of Object.entries(members))
      compiler.expression(joinPointer('/lists/page', part, name), text, scope);
}

/** Compiles the page metadata that a list shows. */
function compilePage(
  compiler: StatementCompiler,
  id: string,
  page: OperationStatement['page'],
): CompiledPage | undefined {
  if (page === undefined || page === null || page === 'none') return undefined;
  const at = joinPointer('/operations', id, 'page');
  for (const part of pageParameters) {
    const name = page[part];
    if (typeof name === 'string') compiler.parameter(joinPointer(at, part), id, name);
  }
  const { show = {}, headers = {} } = page;
  const scope = Object.fromEntries(ofPage.map((name) => [name, undefined]));
  const compileAll = (part: string, members: Readonly<Record<string, unknown>>) =>
    Object.entries(members).map(
      ([name, text]) => [name, compiler.expression(joinPointer(at, part, name), text, scope)] as const,
    );
  const compiled = { show: compileAll('show', show), headers: compileAll('headers', headers) };
  return compiled.show.length + compiled.headers.length === 0 ? undefined : compiled;
}

function compileFurther(
  ...[compiler, at, { then = {} }, scope]: readonly [StatementCompiler, string, OperationStatement, Scope]
): readonly CompiledFurtherEffect[] {
  return Object.entries(then).flatMap(([name, each]): CompiledFurtherEffect[] => {
    const pointer = joinPointer(at, name);
    const does = (['create', 'update', 'delete'] as const).find((effect) => each[effect] !== undefined);
    if (does === undefined) {
      compiler.report(pointer, 'It needs create, update or delete, with the name of a resource.');
      return [];
    }
    const resource = String(each[does]);
    compiler.known(joinPointer(pointer, does), 'resource', resource);
    if (does !== 'create' && each.key === undefined) compiler.report(pointer, `${does} needs the key of the record.`);
    for (const path of Object.keys(typeof each.set === 'object' && each.set !== null ? each.set : {}))
      compiler.member(joinPointer(pointer, 'set', path), resource, path);
    return [
      omitUndefined({
        ...{ does, resource, to: each.to },
        key: compiler.optional(joinPointer(pointer, 'key'), each.key, scope),
        if: compiler.optional(joinPointer(pointer, 'if'), each.if, scope),
        each: compiler.optional(joinPointer(pointer, 'each'), each.each, scope),
        set: compiler.assignments(joinPointer(pointer, 'set'), each.set, scope),
      }),
    ];
  });
}

function compileSignIn(
  ...[compiler, at, { login, by = {}, password }, request]: readonly [
    StatementCompiler,
    string,
    OperationStatement,
    Scope,
  ]
): CompiledSignIn | undefined {
  if (login === undefined) return undefined;
  if (Object.keys(by).length === 0) compiler.report(at, 'login needs "by": the members that identify the record.');
  return omitUndefined({
    resource: login,
    by: Object.entries(by).map(([path, text]) => {
      const pointer = joinPointer(at, 'by', path);
      compiler.member(pointer, login, path);
      return [path, compiler.expression(pointer, text, request)] as const;
    }),
    password: compilePassword(compiler, joinPointer(at, 'password'), password, login),
  });
}

/**
 * A password shared by all users, or an expression for the password of a record. Undefined if any password is accepted.
 */
function compilePassword(
  ...[compiler, pointer, password, resource]: readonly [StatementCompiler, string, string | undefined, string]
) {
  if (password === undefined || password === 'any') return undefined;
  if (expressionIn(password) === undefined) return compileTemplate(password);
  return compiler.template(pointer, password, { self: compiler.schemaOf(resource) });
}

/** Compiles the exceptions to the usual behavior of operations. */
export function compileResponses(
  compiler: StatementCompiler,
  model: BehaviorModel,
): ReadonlyMap<string, readonly CompiledResponse[]> {
  const { responses = {} } = model;
  return new Map(
    Object.entries(responses).map(([id, byName]) => {
      const at = joinPointer('/responses', id);
      compiler.known(at, 'operation', id);
      const names = model.operations?.[id]?.lenient === true ? ofAnyRequest : compiler.requestOf(id);
      const scope = { ...names, ...ofResponse };
      const applying = Object.entries(byName).filter(([, { review }]) => review !== 'refused');
      const all = applying.map(([name, each]): CompiledResponse => {
        const pointer = joinPointer(at, name);
        return omitUndefined({
          ...{ name, statement: each },
          if: compiler.optional(joinPointer(pointer, 'if'), each.if, scope),
          status: each.status,
          headers:
            each.headers === undefined
              ? undefined
              : compiler.template(joinPointer(pointer, 'headers'), each.headers, scope),
          answer:
            each.answer === undefined
              ? undefined
              : compiler.template(joinPointer(pointer, 'answer'), each.answer, scope),
        });
      });
      return [id, all] as const;
    }),
  );
}

/** Reports unknown names in the sign-in statement. */
export function checkLogin(compiler: StatementCompiler, { login }: BehaviorModel): void {
  if (login === undefined) return;
  compiler.known('/login/as', 'resource', login.as);
  if (login.member !== undefined) compiler.member('/login/member', login.as, login.member);
  compilePassword(compiler, '/login/password', login.password, login.as);
}

const names = String.raw`(?:\.[A-Za-z_]\w*|\["[^"\\]*"\])`;
const plain = new RegExp(String.raw`^(?:(?:path|query|body)${names}+|"[^"\\]*")$`);

/** True if an expression is only a value of the request or a string: `path.petId`, `body["pet id"]`, `"me"`. */
function isPlainSource(text: unknown): boolean {
  return typeof text === 'string' && plain.test(text.trim());
}
