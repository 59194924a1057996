/** Query parameters and form fields that servers read as the method. */
const overrideName = /^(_(http_)?method|x-http-method|(x-)?(http-)?method-override)(\[.*)?$/;

/** Names of a query or a form. A value, which follows `=`, has no `&`, `;` or `=` unless it is encoded. */
const pairName = /(?:^|[&;])([^&;=]{1,200})(?==)/g;
/** The name of a field in a multipart form. */
const fieldName = /^content-disposition:.{0,500}?[;\s]name="?([^"\s;]{1,200})(?=["\s;])/gim;
/** The name of a member in JSON. */
const memberName = /"([^"]{1,200})"\s{0,100}:/g;

/** Characters of the previous piece in which a name can begin. */
const overlap = 1000;

/** Returns whether servers read the value of a query parameter or form field as the method. */
export function isOverride(name: string): boolean {
  return overrideName.test(name.toLowerCase());
}

/** Returns the decoded names of a query or a form. */
export function namesOfPairs(text: string): string[] {
  return text.split(/[&;]/).map((pair) => decodeName(pair.split('=', 1)[0] ?? ''));
}

/**
 * Searches a body for a name that overrides the method: in a form, a multipart form or JSON. Servers differ in how they
 * find the type of a body, so it searches for all of them, whatever the type.
 */
export class OverrideScanner {
  #last = '';

  /** Returns whether the body, with this next piece of it, can override the method. */
  finds(piece: Uint8Array): boolean {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const text = this.#last + bytes.toString('latin1');
    this.#last = text.slice(-overlap);
    return (
      namesIn(text, pairName).some((name) => isOverride(decodeName(name))) ||
      namesIn(text, fieldName).some(isOverride) ||
      namesIn(text, memberName).some((name) => isOverride(decodeEscapes(name)))
    );
  }
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

function decodeName(name: string): string {
  // Invalid encoding stays unchanged.
  return new URLSearchParams(`${name}=`).keys().next().value ?? name;
}

function decodeEscapes(name: string): string {
  return name.replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
