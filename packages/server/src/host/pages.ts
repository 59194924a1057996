import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseSandboxHost, stripSandboxHost } from '@understudy/kernel/serving';

interface PageRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Restricts pages to their own origin, without inline scripts or frames. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const always = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const mediaTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Matches all pages and some other paths. Most requests are for an API, so one expression rejects these. */
const maybePage = /^\/(?:$|[?~_])/;
const front = /^(\/(~[^/?#]*)\/?|\/)(?:\?|$)/;
const pagePath = /^\/_sim\/(?:~[^/?#]*\/)?ui(?:\/([^?#]*))?(?:\?|$)/;
const sandboxPath = /^\/(~[^/?#]*)\/_sim\/ui(\/)?(?:\?|$)/;
const fileName = /^(?:assets\/)?[\w-]+\.(html|js|css|txt|svg)$/;

/** Serves the console's files at `/_sim/ui/` and `/_sim/~name/ui/`. They contain no secrets. */
export class ConsolePages {
  readonly #folder: string;
  #read = new Map<string, { readonly plain: Uint8Array; readonly packed: Uint8Array }>();

  /** @param folder folder that contains `index.html` and `assets/` */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the response to a page request; undefined for any other request. */
  answer({ method, url, headers }: PageRequest): PageAnswer | undefined {
    if ((method !== 'GET' && method !== 'HEAD') || !maybePage.test(url)) return undefined;
    const bare = front.exec(url);
    if (bare !== null && headers['accept']?.includes('text/html') !== true) return undefined;
    const reached = `http://${headers['host'] ?? ''}`;
    const named = bare === null && !pagePath.test(url) ? undefined : parseSandboxHost(reached);
    // A page at a sandbox's own URL would create that sandbox with its calls.
    if (named !== undefined) return moved(`${stripSandboxHost(reached).slice('http:'.length)}/_sim/~${named}/ui/`);
    if (bare !== null) {
      const [, path = '', sandbox] = bare;
      if (sandbox === undefined) return moved('_sim/ui/');
      return moved(`${path.endsWith('/') ? '../' : ''}_sim/${sandbox}/ui/`);
    }
    const [, sandbox, slash] = sandboxPath.exec(url) ?? [];
    if (sandbox !== undefined) return moved(`${slash === undefined ? '' : '../'}../../_sim/${sandbox}/ui/`);
    const found = pagePath.exec(url);
    if (found === null) return undefined;
    const [, file] = found;
    if (file === undefined) return moved('ui/');
    return this.#file(file === '' ? 'index.html' : file, headers['accept-encoding'] ?? '');
  }

  #file(name: string, encodings: string): PageAnswer {
    const [, ending = 'txt'] = fileName.exec(name) ?? [];
    const content = fileName.test(name) ? this.#contentOf(name) : undefined;
    if (content === undefined) return textAnswer(404, 'There is no such file; the page is at /_sim/ui/');
    const packs = /\bgzip\b/.test(encodings);
    return {
      status: 200,
      headers: {
        ...always,
        'content-type': mediaTypes[ending] ?? 'text/plain',
        'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        vary: 'accept-encoding',
        ...(packs ? { 'content-encoding': 'gzip' } : {}),
      },
      body: packs ? content.packed : content.plain,
    };
  }

  #contentOf(name: string) {
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    try {
      const plain = readFileSync(join(this.#folder, name));
      const content = { plain, packed: gzipSync(plain) };
      // Caches only immutable files, because the page can be rebuilt.
      if (name.startsWith('assets/')) this.#read.set(name, content);
      return content;
    } catch {
      return undefined;
    }
  }
}

function moved(location: string): PageAnswer {
  return { status: 302, headers: { ...always, location, vary: 'accept' }, body: new Uint8Array() };
}

function textAnswer(status: number, text: string): PageAnswer {
  return {
    status,
    headers: { ...always, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: new TextEncoder().encode(`${text}\n`),
  };
}
