import type { components } from '../generated/types.js';

type DescribedApi = components['schemas']['DescribedApi'];

/** Returns headers that restrict the page to its own origin and the given servers. */
function securityHeaders(calls: readonly string[]): Record<string, string> {
  const connect = ["'self'", ...new Set(calls.map((url) => new URL(url).origin))].join(' ');
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src ${connect}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}

export function renderApiPage({ name, title }: DescribedApi, addresses: readonly string[]) {
  const styles = ['../api-pages/swagger-ui.css', '../api-pages/page.css'];
  const content = `<nav><a href="../ui/">Console</a> <a href="../apis">All APIs</a> <span id="signed-in" role="status"></span></nav>
<div id="page"></div>
<script src="../api-pages/swagger-ui-bundle.js"></script>
<script src="../api-pages/start.js"></script>`;
  const body = renderPage(` data-api="${escaped(name)}"`, title, styles, content);
  return { status: 200 as const, headers: securityHeaders(addresses), body };
}

export function renderApiList(apis: readonly DescribedApi[]) {
  const rows = apis.map(
    ({ name, title, operations }) =>
      `<li><a href="apis/${name}">${escaped(title)}</a> (${name}, ${operations} operation${operations === 1 ? '' : 's'}): <a href="apis/${name}/openapi.json">JSON</a>, <a href="apis/${name}/openapi.yaml">YAML</a></li>`,
  );
  const content = `<nav><a href="ui/">Console</a></nav>
<main class="list">
<h1>Simulated APIs</h1>
<ul>
${rows.join('\n')}
</ul>
<p>The control plane: <a href="openapi.json">JSON</a></p>
</main>`;
  const body = renderPage('', 'Simulated APIs', ['api-pages/page.css'], content);
  return { status: 200 as const, headers: { ...securityHeaders([]), vary: 'accept' }, body };
}

function renderPage(attributes: string, title: string, styles: readonly string[], content: string): string {
  return `<!doctype html>
<html lang="en"${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
</head>
<body>
${content}
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** A token request with demo credentials. */
export interface SignIn {
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
}

export interface ApiPages {
  /** File paths by their name on the page. */
  readonly files: Readonly<Record<string, string>>;
  readonly signIn: Readonly<Record<string, SignIn>>;
  readonly examples: Readonly<Record<string, ExampleRequest>>;
}

export interface ExampleRequest {
  readonly path: string;
  /** Headers of the request, without the access token. */
  readonly headers: Readonly<Record<string, string>>;
}
