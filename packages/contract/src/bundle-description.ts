import { dirname, join, parse } from 'node:path';
import { type DescriptionRoot, loadReferencedFile } from './check-reference.js';
import { decodePercent } from './decode-text.js';
import { ContractError, type Finding } from './finding.js';
import { joinPointer, parsePointer, readPointer } from './json-pointer.js';
import { isObject } from './objects.js';
import type { OpenApiDocument } from './open-api-document.js';
import { copyWithSources, locateSource, sourceLocations } from './source-locations.js';
import { componentKinds, type NodeKind, walkDocument } from './walk-document.js';

interface Reference {
  kind: NodeKind;
  holder: Record<string, unknown>;
  key: string;
  pointer: string;
  file: string;
}

/** The target of a `$ref`: a component of a file (`base`) and a path inside it (`rest`). */
interface Target {
  file: string;
  base: string;
  section: string;
  name: string;
  rest: string[];
}

/**
 * Replaces the file `$ref`s of `document`, a copy of `loaded`, with internal ones.
 *
 * @throws ContractError with all findings
 */
export async function bundleDescription(
  root: DescriptionRoot,
  loaded: unknown,
  document: OpenApiDocument,
): Promise<void> {
  const findings = await new Bundler(root, loaded, document, false).run();
  if (findings.length > 0) throw new ContractError(findings);
}

/**
 * Bundles a description as far as possible: a broken `$ref` becomes a schema for any value, and components of the same
 * name are renamed.
 *
 * @returns the findings
 */
export async function bundleUntidy(root: DescriptionRoot, document: OpenApiDocument): Promise<Finding[]> {
  return await new Bundler(root, document, document, true).run();
}

class Bundler {
  private readonly findings: Finding[] = [];
  private readonly loaded: Map<string, unknown>;
  /** New locations of components from other files, by their old ones: `file#/pointer` to `#/components/...`. */
  private readonly placed = new Map<string, string>();
  private readonly owners = new Map<string, string>();
  private readonly inlined = new Set<string>();
  private readonly pending: Reference[] = [];

  constructor(
    private readonly root: DescriptionRoot,
    loaded: unknown,
    private readonly document: OpenApiDocument,
    private readonly isUntidy: boolean,
  ) {
    this.loaded = new Map([[root.file, loaded]]);
  }

  async run(): Promise<Finding[]> {
    for (const section of Object.keys(this.document.components ?? {})) {
      const entries = this.document.components?.[section];
      for (const name of isObject(entries) ? Object.keys(entries) : []) {
        const pointer = joinPointer('/components', section, name);
        this.owners.set(`${section}/${name}`, `${this.root.file}#${pointer}`);
      }
    }
    this.collect('document', this.document, '', this.root.file);
    // A component that is only a reference uses its target's name, so it comes first.
    this.pending.sort((a, b) => Number(isAlias(b)) - Number(isAlias(a)));
    // The list grows while it is processed.
    for (const next of this.pending) await this.resolve(next);
    return this.findings;
  }

  private collect(kind: NodeKind, node: unknown, pointer: string, file: string): void {
    walkDocument(kind, node, pointer, (childKind, child, childPointer) => {
      if (typeof child.$ref === 'string') {
        this.pending.push({ kind: childKind, holder: child, key: '$ref', pointer: childPointer, file });
      }
      const mapping = childKind === 'schema' && isObject(child.discriminator) ? child.discriminator.mapping : undefined;
      for (const [key, value] of isObject(mapping) ? Object.entries(mapping) : []) {
        if (isObject(mapping) && typeof value === 'string' && value.includes('#')) {
          const at = joinPointer(childPointer, 'discriminator', 'mapping');
          this.pending.push({ kind: 'schema', holder: mapping, key, pointer: at, file });
        }
      }
    });
  }

  private async resolve(reference: Reference): Promise<void> {
    const parsed = this.parse(reference);
    if (parsed === undefined) return;
    const target = this.isUntidy ? this.meant(parsed, reference) : parsed;
    const content = await this.load(target, reference);
    if (content === undefined) return;
    if (reference.kind === 'pathItem' && reference.key === '$ref') {
      this.inline(reference, target, content);
    } else if (target.file === this.root.file && target.base.startsWith('/components/')) {
      reference.holder[reference.key] = internal(target.base, target.rest);
    } else {
      this.place(reference, target, content);
    }
  }

  private parse(reference: Reference): Target | undefined {
    const ref = String(reference.holder[reference.key]);
    const hash = ref.indexOf('#');
    const path = hash === -1 ? ref : ref.slice(0, hash);
    const fragment = hash === -1 ? '' : decodePercent(ref.slice(hash + 1));
    if (/^[a-z][a-z0-9+.-]*:/i.test(path)) {
      const message = 'leads to the network, and nothing is fetched; keep a copy of the file and refer to that.';
      return this.refuse(reference, 'remote-ref', `$ref "${ref}" ${message}`);
    }
    if (fragment === undefined || (fragment !== '' && !fragment.startsWith('/'))) {
      const message = `$ref "${ref}" has no JSON Pointer behind its #; write #/components/...`;
      return this.refuse(reference, 'unresolved-ref', message);
    }
    const file = path === '' ? reference.file : join(dirname(reference.file), path);
    const tokens = parsePointer(fragment);
    const offset = tokens[0] === 'components' ? 1 : 0;
    const [section, name] = tokens.slice(offset);
    if (section !== undefined && name !== undefined && Object.hasOwn(componentKinds, section)) {
      const base = joinPointer('', ...tokens.slice(0, offset + 2));
      return { file, base, section, name, rest: tokens.slice(offset + 2) };
    }
    const kindSection = Object.entries(componentKinds).find(([, kind]) => kind === reference.kind)?.[0] ?? 'schemas';
    return { file, base: fragment, section: kindSection, name: tokens.at(-1) ?? parse(file).name, rest: [] };
  }

  /** Resolves references from inserted JSON Schema to `$defs` and `definitions` of a surrounding schema. */
  private meant(target: Target, { pointer, file }: Reference): Target {
    const [section = '', name] = parsePointer(target.base);
    if (!/^(\$defs|definitions)$/.test(section) || name === undefined || target.file !== file) return target;
    if (readPointer(this.loaded.get(file), target.base) !== undefined) return target;
    const above = parsePointer(pointer);
    for (let depth = above.length; depth >= 0; depth -= 1) {
      const base = `${joinPointer('', ...above.slice(0, depth))}${target.base}`;
      if (readPointer(this.document, base) === undefined) continue;
      // Every copy uses the definitions at its own location.
      return { ...target, file: this.root.file, base };
    }
    const base = joinPointer('/components/schemas', name);
    return readPointer(this.loaded.get(file), base) === undefined ? target : { ...target, base };
  }

  private async load(target: Target, reference: Reference): Promise<unknown> {
    if (!this.loaded.has(target.file)) {
      try {
        this.loaded.set(target.file, await loadReferencedFile(target.file, this.root));
      } catch (error) {
        if (!(error instanceof ContractError)) throw error;
        this.loaded.set(target.file, undefined);
        this.findings.push(...error.findings);
      }
    }
    const file = this.loaded.get(target.file);
    const ref = String(reference.holder[reference.key]);
    if (file === undefined) {
      const message = `$ref "${ref}" refers to the file ${target.file}, which cannot be loaded.`;
      return this.refuse(reference, 'unresolved-ref', message);
    }
    const content = readPointer(file, target.base);
    if (content !== undefined && readPointer(content, joinPointer('', ...target.rest)) !== undefined) return content;
    const pointer = joinPointer(target.base, ...target.rest);
    return this.refuse(reference, 'unresolved-ref', `Cannot resolve $ref "${ref}": ${target.file} has no ${pointer}.`);
  }

  private inline(reference: Reference, target: Target, content: unknown): void {
    const copy = copyWithSources(content);
    const { $ref, ...own } = reference.holder;
    const origin = `${reference.pointer} ${target.file}#${target.base}`;
    const refuse = (problem: string) => this.refuse(reference, 'unresolved-ref', `$ref "${String($ref)}" ${problem}`);
    if (!isObject(copy)) refuse('is not a path item.');
    else if (this.inlined.has(origin)) refuse('refers to itself.');
    else {
      this.inlined.add(origin);
      this.replace(reference, copy, own, target.file);
    }
  }

  private place(reference: Reference, target: Target, content: unknown): void {
    const origin = `${target.file}#${target.base}`;
    const known = this.placed.get(origin);
    if (known !== undefined) {
      reference.holder[reference.key] = internal(known, target.rest);
      return;
    }
    if (isAlias(reference) && target.rest.length === 0 && isObject(content)) {
      this.placed.set(origin, reference.pointer);
      this.owners.set(reference.pointer.slice('/components/'.length), origin);
      this.replace(reference, copyWithSources(content), {}, target.file);
      return;
    }
    let { name } = target;
    for (let count = 2; this.isUntidy && this.owners.has(`${target.section}/${name}`); count += 1) {
      name = `${target.name}${count}`;
    }
    const slot = `${target.section}/${name}`;
    const owner = this.owners.get(slot);
    if (owner !== undefined) {
      const message = `Both ${owner} and ${origin} would be #/components/${slot}; rename one of them.`;
      this.refuse(reference, 'name-collision', message);
      return;
    }
    const pointer = joinPointer('/components', target.section, name);
    this.owners.set(slot, origin);
    this.placed.set(origin, pointer);
    reference.holder[reference.key] = internal(pointer, target.rest);
    this.document.components ??= {};
    const section = this.document.components[target.section];
    const entries = isObject(section) ? section : {};
    this.document.components[target.section] = entries;
    const copy = copyWithSources(content);
    entries[name] = copy;
    this.collect(componentKinds[target.section] ?? 'schema', copy, pointer, target.file);
  }

  private replace(reference: Reference, copy: Record<string, unknown>, siblings: object, file: string): void {
    const { holder } = reference;
    const first = this.pending.length;
    this.collect(reference.kind, copy, reference.pointer, file);
    for (const inner of this.pending.slice(first)) inner.holder = inner.holder === copy ? holder : inner.holder;
    delete holder.$ref;
    Object.assign(holder, copy, siblings);
    const source = sourceLocations.get(copy);
    if (source !== undefined) sourceLocations.set(holder, source);
  }

  private refuse(reference: Reference, rule: string, message: string): undefined {
    const pointer = joinPointer(reference.pointer, reference.key);
    const place = { file: reference.file, ...locateSource(this.document, pointer) };
    const severity = this.isUntidy ? 'warning' : 'error';
    this.findings.push({ ruleId: `description/${rule}`, severity, message, pointer, ...place });
    if (this.isUntidy) delete reference.holder[reference.key];
    return undefined;
  }
}

function isAlias(reference: Reference): boolean {
  const { holder, key, pointer } = reference;
  return key === '$ref' && Object.keys(holder).length === 1 && /^\/components\/[^/]+\/[^/]+$/.test(pointer);
}

function internal(base: string, rest: string[]): string {
  return `#${joinPointer(base, ...rest)}`;
}
