import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  type Scalar,
  visit,
} from 'yaml';
import type { Generator } from './contracts.ts';

// Placeholders in templates: `%{name}`, `%{json:name}` and `%{...name}`.

/** The values of a service, by name. Values can contain placeholders. */
type Values = Readonly<Record<string, unknown>>;

/** Values of the placeholders; `at` is the position for error messages. */
interface Context {
  readonly values: Values;
  readonly service: string;
  readonly at: string;
}

const placeholder = /%\{(json:)?([^}]*)\}/g;

/**
 * Fills the placeholders in a string. A string that is a single placeholder becomes the value itself. Otherwise the
 * result is a string.
 */
function fillText(text: string, context: Context): unknown {
  const [, whole] = /^%\{([^}:]*)\}$/.exec(text) ?? [];
  if (whole !== undefined) return resolve(whole, context);
  return text.replace(placeholder, (_, json: string | undefined, path: string) => {
    const value = resolve(path, context);
    if (json === undefined && typeof value === 'object') {
      throw new Error(
        `${context.at}: %{${path}} is not plain text. Use it as the whole string, or write %{json:${path}}.`,
      );
    }
    return json === undefined ? String(value) : JSON.stringify(value);
  });
}

/** Returns the items that replace `%{...name}` in a list. Undefined for any other item. */
function expand(item: unknown, contextOf: () => Context): readonly unknown[] | undefined {
  const [, path] = (typeof item === 'string' && /^%\{\.\.\.([^}]+)\}$/.exec(item)) || [];
  if (path === undefined) return undefined;
  const context = contextOf();
  const items = resolve(path, context);
  if (!Array.isArray(items)) throw new Error(`${context.at}: %{...${path}} needs a list.`);
  return items;
}

/**
 * Resolves a value, which can contain placeholders. Placeholders in a sibling's values refer to the sibling's values.
 */
function resolve(path: string, context: Context): unknown {
  const [, sibling, rest] = /^siblings\.(first|second)\.(.+)$/.exec(path) ?? [];
  if (sibling === undefined || rest === undefined) return fillValue(lookUp(path, context), context);
  const values = lookUp(`siblings.${sibling}`, context) as Values & { readonly api: string };
  return resolve(rest, { ...context, values, service: values.api });
}

function fillValue(value: unknown, context: Context): unknown {
  if (typeof value === 'string') return fillText(value, context);
  if (Array.isArray(value)) return value.flatMap((item) => expand(item, () => context) ?? [fillValue(item, context)]);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillValue(item, context)]));
  }
  return value;
}

function lookUp(path: string, { values, service, at }: Context): unknown {
  let value: unknown = values;
  for (const key of path.split('.')) {
    const holder = typeof value === 'object' && value !== null ? (value as Values) : {};
    value = Object.hasOwn(holder, key) ? holder[key] : undefined;
  }
  if (value === undefined) {
    const files = `scenarios/analysis/services/${service}.yaml, or to parts.yaml`;
    throw new Error(`${at}: missing value for %{${path}}. Add it to ${files}.`);
  }
  return value;
}

/** A parsed template, with the source positions of its nodes. */
interface Template {
  readonly file: string;
  readonly lines: LineCounter;
  readonly document: Document.Parsed;
}

type Services = ReadonlyMap<string, Values>;

const folder = 'scenarios/analysis';
const suffix = '.template.yaml';
/** Keys that name workflows: their values get the service's prefix, unless they are expressions. */
const namesWorkflow: ReadonlySet<unknown> = new Set(['workflowId', 'dependsOn', 'x-finally']);

/** Returns the scenarios of every analysis service, from the templates in scenarios/analysis. */
export const scenarios: Generator = async () => {
  const services = await servicesWithDescription();
  const templates = (await readdir(folder)).filter((name) => name.endsWith(suffix)).sort();
  const files = new Map<string, string>();
  for (const service of services.keys()) {
    for (const name of templates) {
      const values = { ...withSiblings(service, services), topic: name.replace(suffix, '') };
      const content = generate(await parse(`${folder}/${name}`), service, values);
      if (content !== undefined) {
        files.set(`scenarios/${service}/generated/${name.replace(suffix, '.arazzo.yaml')}`, content);
      }
    }
  }
  return files;
};

/** Returns the values of each service that has a description, which override the shared values. */
async function servicesWithDescription(): Promise<Services> {
  const shared: Values = (await parse(`${folder}/parts.yaml`)).document.toJS();
  const names = (await readdir(`${folder}/services`)).map((file) => file.replace(/\.yaml$/, '')).sort();
  const services = new Map<string, Values>();
  for (const api of names.filter((name) => existsSync(`specs/${name}/openapi.yaml`))) {
    const own: Values = (await parse(`${folder}/services/${api}.yaml`)).document.toJS();
    services.set(api, { ...merge(shared, own), api });
  }
  return services;
}

/** Returns a service's values, with the values of the two other services as `siblings.first` and `siblings.second`. */
function withSiblings(service: string, services: Services): Values {
  const [first, second] = [...services.keys()].filter((name) => name !== service).map((name) => services.get(name));
  return { ...services.get(service), siblings: { first, second } };
}

/** Merges two mappings recursively. The second takes precedence. */
function merge(first: Values, second: Values): Values {
  const merged: Record<string, unknown> = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const before = merged[key];
    merged[key] = isMapping(before) && isMapping(value) ? merge(before, value) : value;
  }
  return merged;
}

function isMapping(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function parse(file: string): Promise<Template> {
  const lines = new LineCounter();
  const document = parseDocument(await readFile(file, 'utf8'), { lineCounter: lines, merge: true });
  const [error] = document.errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  return { file, lines, document };
}

/** Returns a scenario file, or undefined if no workflow in the template is for this service. */
function generate(template: Template, service: string, values: Values): string | undefined {
  const { document, file } = template;
  if (selectWorkflows(template, service) === 0) return undefined;
  fill(template, service, values);
  prefixWorkflows(document, service);
  document.set('x-api', service);
  const banner = ` Generated by \`npm run build\`; change these instead:\n   ${file}\n   ${folder}/services/${service}.yaml and parts.yaml`;
  document.commentBefore = document.commentBefore ? `${banner}\n\n${document.commentBefore}` : banner;
  return document.toString({ lineWidth: 120 });
}

/** Removes the workflows that `x-services` assigns to other services. @returns the number of remaining workflows */
function selectWorkflows({ document, file }: Template, service: string): number {
  const workflows = document.get('workflows');
  if (!isSeq(workflows)) throw new Error(`${file}: lacks a list of workflows.`);
  workflows.items = workflows.items.filter((workflow) => {
    if (!isMap(workflow)) return true;
    const { 'x-services': only }: { 'x-services'?: readonly string[] } = workflow.toJS(document);
    workflow.delete('x-services');
    return only === undefined || only.includes(service);
  });
  return workflows.items.length;
}

/** Replaces every placeholder in keys and values with the service's values. */
function fill(template: Template, service: string, values: Values): void {
  const { document } = template;
  const contextOf = (node: Node): Context => ({ values, service, at: place(template, node) });
  visit(document, {
    Seq(_, node) {
      node.items = node.items.flatMap((item) => {
        const items = isScalar(item) ? expand(item.value, () => contextOf(item)) : undefined;
        return items === undefined ? [item] : items.map((value) => createNode(document, value));
      });
    },
    Scalar(key, node) {
      if (typeof node.value !== 'string' || !node.value.includes('%{')) return undefined;
      const filled = fillText(node.value, contextOf(node));
      if (key !== 'key') return replacement(document, node, filled);
      node.value = String(filled);
      return undefined;
    },
  });
}

function replacement(document: Document.Parsed, node: Scalar, value: unknown): Node {
  const { anchor, comment, commentBefore, spaceBefore } = node;
  return Object.assign(createNode(document, value), { anchor, comment, commentBefore, spaceBefore }) as Node;
}

function createNode(document: Document.Parsed, value: unknown): ParsedNode {
  return document.createNode(value, { aliasDuplicateObjects: false }) as ParsedNode;
}

function place({ file, lines }: Template, node: Node): string {
  const { line, col } = lines.linePos(node.range?.[0] ?? 0);
  return `${file}:${line}:${col}`;
}

function prefixWorkflows(document: Document.Parsed, service: string): void {
  visit(document, {
    Pair(_, pair) {
      if (!isScalar(pair.key) || !namesWorkflow.has(pair.key.value) || !isNode(pair.value)) return;
      for (const node of isSeq(pair.value) ? pair.value.items : [pair.value]) {
        if (isScalar(node) && typeof node.value === 'string' && !node.value.startsWith('$')) {
          node.value = `${service}-${node.value}`;
        }
      }
    },
  });
}
