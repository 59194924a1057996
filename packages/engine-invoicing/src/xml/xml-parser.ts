import type { InvoiceRejection, RejectionCode } from '../invoice-rejection.js';
import { forbiddenCharacterPattern, predefinedEntities, type XmlLimits, xmlNamePattern } from './decode-xml.js';
import { NamespaceScopes } from './namespace-scopes.js';
import { type XmlAttribute, XmlElement } from './xml-element.js';

/** Aborts the parser with a rejection. It is always caught in this file. */
class Stop extends Error {
  constructor(readonly refusal: InvoiceRejection) {
    super(refusal.reason);
  }
}

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13;

/** A parser for one text. It reads the text once, from start to end, and counts lines on the way. */
export class XmlParser {
  readonly #text: string;
  readonly #limits: XmlLimits;
  #at = 0;
  #line = 1;
  #lineStart = 0;
  #newline: number;
  #elements = 0;

  constructor(text: string, limits: XmlLimits) {
    this.#text = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    this.#limits = limits;
    this.#newline = this.#text.indexOf('\n');
  }

  /** Returns the document elements, or why and where the text is not well-formed. */
  parse(): XmlElement[] | InvoiceRejection {
    try {
      return this.#document();
    } catch (error) {
      if (error instanceof Stop) return error.refusal;
      throw error;
    }
  }

  #document(): XmlElement[] {
    const forbidden = forbiddenCharacterPattern.exec(this.#text);
    if (forbidden !== null) this.#stop('A control character stands here that XML does not allow', forbidden.index);
    const roots: XmlElement[] = [];
    while (this.#at < this.#text.length) {
      const next = this.#text.indexOf('<', this.#at);
      const between = this.#text.slice(this.#at, next < 0 ? undefined : next);
      if (between.trim() !== '') this.#stop('Text stands outside the document element');
      if (next < 0) break;
      this.#at = next;
      if (this.#text.startsWith('<?', next)) this.#instruction(roots.length > 0);
      else if (this.#text.startsWith('<!--', next)) this.#comment();
      else if (this.#text.startsWith('<!DOCTYPE', next)) {
        this.#stop('Document type declarations are not read; leave the DOCTYPE out', next, 'xml/doctype');
      } else roots.push(this.#tree());
    }
    if (roots.length === 0) this.#stop('There is no element in the file', this.#text.length, 'xml/truncated');
    return roots;
  }

  /** Parses a document element without recursion, so that deep nesting does not use the stack. */
  #tree(): XmlElement {
    const scopes = new NamespaceScopes();
    const open: { element: XmlElement; tag: string; pieces: string[] | undefined }[] = [];
    for (;;) {
      const start = this.#at;
      const { element, tag, empty } = this.#startTag(open.at(-1)?.element, scopes);
      if (!empty) {
        open.push({ element, tag, pieces: undefined });
        if (open.length > this.#limits.depth) {
          this.#stop(`Elements are nested more than ${this.#limits.depth} levels deep`, start, 'xml/too-deep');
        }
      } else {
        scopes.leave();
        if (open.length === 0) return element;
      }
      // Text, comments and end tags up to the next start tag.
      for (;;) {
        const top = open.at(-1);
        if (top === undefined) return element;
        const next = this.#text.indexOf('<', this.#at);
        if (next < 0) {
          const reason = `The file is incomplete: it ends inside <${top.tag}> from line ${top.element.line}`;
          this.#stop(reason, this.#text.length, 'xml/truncated');
        }
        if (next > this.#at) top.element.text += this.#characters(this.#at, next);
        this.#at = next;
        const second = this.#text.charCodeAt(next + 1);
        if (second === 47) {
          this.#endTag(top.tag, top.element);
          open.pop();
          scopes.leave();
          if (open.length === 0) return top.element;
        } else if (second === 33) {
          if (this.#text.startsWith('<!--', next)) this.#comment();
          else if (this.#text.startsWith('<![CDATA[', next)) top.element.text += this.#section(next + 9, ']]>');
          else if (this.#text.startsWith('<!DOCTYPE', next))
            this.#stop('A DOCTYPE stands inside an element', next, 'xml/doctype');
          else this.#stop('An unknown declaration stands here', next);
        } else if (second === 63) this.#instruction(false);
        else break;
      }
    }
  }

  #startTag(
    parent: XmlElement | undefined,
    scopes: NamespaceScopes,
  ): { element: XmlElement; tag: string; empty: boolean } {
    scopes.enter();
    const start = this.#at;
    this.#at += 1;
    const tag = this.#name('an element name');
    const raw = new Map<string, { value: string; at: number }>();
    let empty = false;
    for (;;) {
      const before = this.#at;
      this.#skipSpace();
      const code = this.#text.charCodeAt(this.#at);
      if (code === 62) {
        this.#at += 1;
        break;
      }
      if (code === 47 && this.#text.charCodeAt(this.#at + 1) === 62) {
        this.#at += 2;
        empty = true;
        break;
      }
      if (Number.isNaN(code)) this.#stop(`The file ends inside the tag <${tag}>`, this.#at, 'xml/truncated');
      if (before === this.#at) this.#stop(`A space is missing in the tag <${tag}>`);
      const at = this.#at;
      const name = this.#name(`an attribute name in the tag <${tag}>`);
      const value = this.#attributeValue(name);
      if (raw.has(name)) this.#stop(`The attribute ${name} is given twice`, at);
      if (raw.size >= 256) this.#stop(`The tag <${tag}> has more than 256 attributes`, at);
      raw.set(name, { value, at });
      if (name === 'xmlns' || name.startsWith('xmlns:')) this.#declare(scopes, name, value, at);
    }
    this.#elements += 1;
    if (this.#elements > this.#limits.elements) {
      this.#stop(`The file has more than ${this.#limits.elements} elements`, start, 'xml/too-many-nodes');
    }
    this.#countTo(start);
    const [prefix, name] = this.#split(tag, start);
    const namespace = this.#resolve(scopes, prefix, start);
    const element = new XmlElement(name, namespace, prefix, parent, this.#line, start - this.#lineStart + 1);
    if (raw.size > 0) element.attributes = this.#attributes(raw, scopes);
    parent?.children.push(element);
    return { element, tag, empty };
  }

  #attributes(raw: ReadonlyMap<string, { value: string; at: number }>, scopes: NamespaceScopes): XmlAttribute[] {
    const attributes: XmlAttribute[] = [];
    const given = new Set<string>();
    for (const [name, { value, at }] of raw) {
      if (name === 'xmlns' || name.startsWith('xmlns:')) continue;
      const [prefix, local] = this.#split(name, at);
      const namespace = prefix === '' ? '' : this.#resolve(scopes, prefix, at);
      // The separator is a space, which names cannot contain.
      const full = `${local} ${namespace}`;
      if (given.has(full)) this.#stop(`The attribute ${name} is given twice`, at);
      given.add(full);
      attributes.push({ name: local, namespace, value });
    }
    return attributes;
  }

  #declare(scopes: NamespaceScopes, name: string, value: string, at: number): void {
    const prefix = name === 'xmlns' ? '' : name.slice(6);
    if (prefix !== '' && value === '') this.#stop(`The prefix ${prefix} is bound to no namespace`, at);
    scopes.declare(prefix, value);
  }

  #split(name: string, at: number): [prefix: string, local: string] {
    const colon = name.indexOf(':');
    if (colon < 0) return ['', name];
    if (colon === 0 || colon === name.length - 1 || name.indexOf(':', colon + 1) > 0) {
      this.#stop(`${name} is no name with a namespace prefix`, at);
    }
    return [name.slice(0, colon), name.slice(colon + 1)];
  }

  #resolve(scopes: NamespaceScopes, prefix: string, at: number): string {
    return scopes.resolve(prefix) ?? this.#stop(`The namespace prefix ${prefix} is not declared`, at);
  }

  #endTag(expected: string, element: XmlElement): void {
    const start = this.#at;
    this.#at += 2;
    const tag = this.#name('the name of an end tag');
    if (tag !== expected) {
      this.#stop(`</${tag}> stands where </${expected}> is due for the start tag of line ${element.line}`, start);
    }
    this.#skipSpace();
    if (this.#at >= this.#text.length) this.#stop(`The file ends inside the tag </${tag}>`, this.#at, 'xml/truncated');
    if (this.#text.charCodeAt(this.#at) !== 62) this.#stop(`The end tag </${tag}> is not closed by >`);
    this.#at += 1;
  }

  #attributeValue(name: string): string {
    this.#skipSpace();
    if (this.#text[this.#at] !== '=') this.#stop(`The attribute ${name} has no value`);
    this.#at += 1;
    this.#skipSpace();
    const quote = this.#text[this.#at];
    if (quote !== '"' && quote !== "'") this.#stop(`The value of the attribute ${name} is not quoted`);
    const start = this.#at + 1;
    const end = this.#text.indexOf(quote ?? '"', start);
    if (end < 0) this.#stop(`The value of the attribute ${name} is not closed`, this.#text.length, 'xml/truncated');
    const less = this.#text.slice(start, end).indexOf('<');
    if (less >= 0) this.#stop(`< stands in the value of the attribute ${name}`, start + less);
    this.#at = end + 1;
    const value = this.#text.slice(start, end).replace(/[\n\t]/g, ' ');
    return value.includes('&') ? this.#expand(value, start) : value;
  }

  #characters(start: number, end: number): string {
    const text = this.#text.slice(start, end);
    if (text.includes(']]>')) this.#stop(']]> stands in text', start + text.indexOf(']]>'));
    return text.includes('&') ? this.#expand(text, start) : text;
  }

  /** Expands character references and the five predefined entities. There are no others. */
  #expand(text: string, start: number): string {
    return text.replace(/&([^;&\s]*)(;?)/g, (whole: string, name: string, end: string, offset: number) => {
      const known = predefinedEntities.get(name);
      if (end === ';' && known !== undefined) return known;
      const digits = /^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}))$/.exec(name);
      if (end === ';' && digits !== null) {
        const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16);
        const surrogate = code >= 0xd800 && code <= 0xdfff;
        if (code <= 0x10ffff && !surrogate && !forbiddenCharacterPattern.test(String.fromCodePoint(code)))
          return String.fromCodePoint(code);
        return this.#stop(`${whole} is no character that XML allows`, start + offset);
      }
      if (end !== ';') return this.#stop('& stands alone; write &amp;', start + offset);
      return this.#stop(`The entity ${whole} is not known; only the five of XML are`, start + offset, 'xml/entity');
    });
  }

  #comment(): void {
    const start = this.#at;
    const content = this.#section(start + 4, '-->');
    if (content.includes('--') || content.endsWith('-')) this.#stop('-- stands inside a comment', start);
  }

  #instruction(mayDeclare: boolean): void {
    const start = this.#at;
    const content = this.#section(start + 2, '?>');
    const target = /^[^\s]*/.exec(content)?.[0] ?? '';
    xmlNamePattern.lastIndex = 0;
    if (xmlNamePattern.exec(target)?.[0] !== target) this.#stop('A processing instruction has no name', start);
    // Finvoice files have a second XML declaration between the envelope and the invoice.
    if (/^xml$/i.test(target) && start > 0 && !mayDeclare)
      this.#stop('The XML declaration is not at the very start', start);
  }

  #section(start: number, end: string): string {
    const at = this.#text.indexOf(end, start);
    if (at < 0) this.#stop(`The file ends before ${end}`, this.#text.length, 'xml/truncated');
    this.#at = at + end.length;
    return this.#text.slice(start, at);
  }

  #name(what: string): string {
    xmlNamePattern.lastIndex = this.#at;
    const found = xmlNamePattern.exec(this.#text)?.[0];
    if (found !== undefined) {
      this.#at += found.length;
      return found;
    }
    if (this.#at >= this.#text.length)
      return this.#stop(`The file ends where ${what} is due`, this.#at, 'xml/truncated');
    return this.#stop(`This is not ${what}; a < in text is written &lt;`);
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  /** Advances the line count to a position. Caches the next line break, so one long line is scanned once. */
  #countTo(at: number): void {
    while (this.#newline >= 0 && this.#newline < at) {
      this.#line += 1;
      this.#lineStart = this.#newline + 1;
      this.#newline = this.#text.indexOf('\n', this.#newline + 1);
    }
  }

  #stop(reason: string, at = this.#at, code: RejectionCode = 'xml/not-well-formed'): never {
    if (at < this.#lineStart) {
      this.#line = 1;
      this.#lineStart = 0;
      this.#newline = this.#text.indexOf('\n');
    }
    this.#countTo(at);
    throw new Stop({ refused: true, code, reason, line: this.#line, column: at - this.#lineStart + 1 });
  }
}
