import { checkSchemas, type DescriptionNode, type DescriptionRule, type RuleReporter } from './check-schemas.js';
import { ContractError, type Finding } from './finding.js';
import { joinPointer, readReference, resolveReference } from './json-pointer.js';
import { isObject } from './objects.js';
import type { OpenApiDocument } from './open-api-document.js';
import { SchemaCompilers } from './schema-compilers.js';
import { locateSource } from './source-locations.js';
import { httpMethods, walkDocument } from './walk-document.js';

const checkPathParameters: DescriptionRule = (document, _nodes, report) => {
  const shapes = new Map<string, string>();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    const pointer = joinPointer('/paths', path);
    if (!path.startsWith('/')) report('relative-path', pointer, `The path ${path} must begin with a slash.`);
    const shape = path.replaceAll(/\{[^{}]*\}/g, '{}');
    const earlier = shapes.get(shape);
    if (earlier !== undefined) {
      report('equivalent-paths', pointer, `The path ${path} matches the same requests as ${earlier}; join them.`);
    }
    shapes.set(shape, earlier ?? path);
    const pathItem = resolveReference(document, item);
    const template = new Set([...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? ''));
    for (const method of httpMethods) {
      const operation = pathItem?.[method];
      if (!isObject(operation)) continue;
      const at = joinPointer(pointer, method);
      const declared = new Map<string, unknown>();
      for (const node of [pathItem?.parameters, operation.parameters].flatMap((list): unknown[] =>
        Array.isArray(list) ? list : [],
      )) {
        const parameter = resolveReference(document, node);
        if (parameter?.in === 'path' && typeof parameter.name === 'string') {
          declared.set(parameter.name, parameter.required);
        }
      }
      const add = (rule: string, message: string, details: Pick<Finding, 'expected' | 'actual'>): void =>
        report(rule, at, message, details);
      const who = method.toUpperCase();
      for (const name of [...template].filter((each) => !declared.has(each))) {
        const message = `The path parameter {${name}} of ${path} is not declared by ${who}.`;
        add('undeclared-path-parameter', message, { expected: name });
      }
      for (const [name, required] of declared) {
        const unused = `The path parameter ${name} is declared by ${who}, but ${path} has no {${name}}.`;
        const optional = `The path parameter ${name} of ${who} ${path} must be required: true.`;
        if (!template.has(name)) add('unused-path-parameter', unused, { actual: name });
        else if (required !== true) add('optional-path-parameter', optional, { actual: name });
      }
    }
  }
};

const rules: readonly DescriptionRule[] = [
  checkReferences,
  checkOperationIds,
  checkPathParameters,
  checkParameters,
  checkResponses,
  checkSecurity,
  checkSchemas,
];

/** Returns findings about a description, with file and line if the description was loaded from a file. */
export function checkDescription(document: OpenApiDocument): Finding[] {
  const findings: Finding[] = [];
  const report: RuleReporter = (rule, pointer, message, details = {}) => {
    const place = locateSource(document, pointer);
    findings.push({ ruleId: `description/${rule}`, severity: 'error', message, pointer, ...details, ...place });
  };
  const nodes: DescriptionNode[] = [];
  walkDocument('document', document, '', (kind, node, pointer) => nodes.push({ kind, node, pointer }));
  for (const rule of rules) rule(document, nodes, report);
  // Otherwise every reference to an invalid schema would report it again.
  if (!findings.some(({ ruleId }) => ruleId.endsWith('-ref') || ruleId === 'description/invalid-schema')) {
    checkCompilation(document, nodes, report);
  }
  return findings;
}

/** Compiles every component schema and inline schema, unless earlier checks found errors in schemas. */
function checkCompilation(document: OpenApiDocument, nodes: readonly DescriptionNode[], report: RuleReporter): void {
  const compilers = new SchemaCompilers(document);
  for (const { kind, node, pointer } of nodes) {
    const isComponent = /^\/components\/schemas\/[^/]+$/.test(pointer);
    const isInline = /\/schema$/.test(pointer) && typeof node.$ref !== 'string';
    if (kind !== 'schema' || !(isComponent || isInline)) continue;
    try {
      compilers.compile('response', node, 'schema/', pointer);
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      report('invalid-schema', pointer, error.findings[0]?.message ?? error.message);
    }
  }
}

function checkOperationIds(_document: OpenApiDocument, nodes: readonly DescriptionNode[], report: RuleReporter): void {
  const seen = new Map<string, string>();
  for (const { kind, node, pointer } of nodes) {
    if (kind !== 'operation') continue;
    const id = node.operationId;
    if (typeof id !== 'string' || id === '') {
      const message = `The operation at ${pointer} has no operationId; scenarios and handlers need one.`;
      if (/^\/paths\/[^/]+\/[^/]+$/.test(pointer)) report('missing-operation-id', pointer, message);
      continue;
    }
    const earlier = seen.get(id);
    if (earlier !== undefined) {
      const message = `The operationId ${id} is taken by ${earlier}; choose another.`;
      report('duplicate-operation-id', `${pointer}/operationId`, message, { actual: id });
    }
    seen.set(id, earlier ?? pointer);
  }
}

function checkParameters(_document: OpenApiDocument, nodes: readonly DescriptionNode[], report: RuleReporter): void {
  for (const { kind, node, pointer } of nodes) {
    if (kind === 'parameter' && node.$ref === undefined) {
      if (typeof node.name !== 'string' || !['path', 'query', 'header', 'cookie'].includes(String(node.in))) {
        const message = `The parameter at ${pointer} needs a name and in: path, query, header or cookie.`;
        report('incomplete-parameter', pointer, message);
      } else if (node.schema === undefined && node.content === undefined) {
        const message = `The parameter ${node.name} at ${pointer} has no schema; describe its values.`;
        report('parameter-without-schema', pointer, message);
      }
    }
    const list: unknown = kind === 'operation' || kind === 'pathItem' ? node.parameters : undefined;
    const seen = new Set<string>();
    for (const [index, parameter] of (Array.isArray(list) ? list : []).entries()) {
      const { $ref, in: place, name }: Record<string, unknown> = isObject(parameter) ? parameter : {};
      const key = isObject(parameter) ? String($ref ?? `${place} ${name}`) : '';
      const message = `The parameter ${key} is declared twice at ${pointer}.`;
      if (seen.has(key)) report('duplicate-parameter', `${pointer}/parameters/${index}`, message);
      seen.add(key);
    }
  }
}

function checkReferences(document: OpenApiDocument, nodes: readonly DescriptionNode[], report: RuleReporter): void {
  for (const { node, pointer } of nodes) {
    const { $ref } = node;
    if (typeof $ref !== 'string') continue;
    const isMissing = ($ref === '#' || $ref.startsWith('#/')) && readReference(document, $ref) === undefined;
    const add = (rule: string, problem: string): void =>
      report(rule, `${pointer}/$ref`, `$ref "${$ref}" ${problem}`, { actual: $ref });
    if (!$ref.startsWith('#')) add('external-ref', 'leaves the document; load the file with loadDescription.');
    else if (isMissing) add('unresolved-ref', 'points to nothing.');
    else if (isCircular(document, node)) add('circular-ref', 'leads back to itself and describes nothing.');
  }
}

function isCircular(document: unknown, node: Record<string, unknown>): boolean {
  const seen = new Set<unknown>();
  let current: unknown = node;
  while (isObject(current) && typeof current.$ref === 'string') {
    if (seen.has(current)) return true;
    seen.add(current);
    current = readReference(document, current.$ref);
  }
  return false;
}

function checkResponses(_document: OpenApiDocument, nodes: readonly DescriptionNode[], report: RuleReporter): void {
  for (const { kind, node, pointer } of nodes) {
    if (kind === 'response' && node.$ref === undefined && typeof node.description !== 'string') {
      const message = `The response at ${pointer} has no description; describe when it is returned.`;
      report('response-without-description', pointer, message);
    }
    if (kind !== 'operation') continue;
    const names = isObject(node.responses) ? Object.keys(node.responses) : [];
    const statuses = names.filter((name) => !name.startsWith('x-'));
    if (statuses.length === 0) report('no-responses', pointer, `The operation at ${pointer} documents no response.`);
    for (const status of statuses) {
      if (/^([1-5]\d\d|[1-5]XX|default)$/.test(status)) continue;
      const message = `The status ${status} at ${pointer}/responses must be like 200, 4XX or default.`;
      report('invalid-status', `${pointer}/responses/${status}`, message, { actual: status });
    }
  }
}

function checkSecurity(document: OpenApiDocument, nodes: readonly DescriptionNode[], report: RuleReporter): void {
  const schemes = document.components?.securitySchemes;
  const expected = isObject(schemes) ? Object.keys(schemes) : [];
  for (const { kind, node, pointer } of nodes) {
    const security: unknown = kind === 'document' || kind === 'operation' ? node.security : undefined;
    for (const [index, requirement] of (Array.isArray(security) ? security : []).entries()) {
      const names = isObject(requirement) ? Object.keys(requirement) : [];
      for (const actual of names.filter((name) => !expected.includes(name))) {
        const message = `The security scheme ${actual} at ${pointer}/security is not in components.securitySchemes.`;
        const at = joinPointer(pointer, 'security', index, actual);
        report('unknown-security-scheme', at, message, { expected, actual });
      }
    }
  }
}
