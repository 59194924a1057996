import { createHash } from 'node:crypto';
import type { User } from './entities.js';
import { formatUserName } from './find-user.js';

/** Styles that match the console. */
const style = `
:root{color-scheme:light dark;font:400 87.5%/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;
--line:light-dark(#8a93a3,#6b7688);--muted:light-dark(#565f70,#a2acbc);--accent:light-dark(#2f55c4,#93b1ff);--bad:light-dark(#a3212e,#ff9ea6)}
*{box-sizing:border-box}
body{margin:0;padding:10vh 1rem 2rem;background:light-dark(#f6f7f9,#101318);color:light-dark(#1a1f29,#e7eaf0)}
main{max-width:28rem;margin:auto;padding:1.5rem;background:light-dark(#fff,#181c23);border:1px solid light-dark(#e1e4ea,#2c323d);border-radius:8px;overflow-wrap:anywhere}
h1{margin:0 0 .5rem;font-size:1.4rem}
form{margin-top:1rem}
label{font-weight:600}
button,input{font:inherit;width:100%;min-height:2.25rem;padding:.4rem .8rem;margin:.2rem 0;border:1px solid var(--line);border-radius:6px;background:light-dark(#fff,#181c23);color:inherit}
button{text-align:left;cursor:pointer}
button:hover{background:light-dark(#f1f3f6,#20252e)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
small{display:block;color:var(--muted)}
.error{border-left:3px solid var(--bad);padding-left:.7rem;color:var(--bad)}
`;
const styleHash = createHash('sha256').update(style).digest('base64');

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"'`=]/g, (character) => `&#${character.codePointAt(0)};`);
}

/** Renders a complete page. @param body HTML in which all text is escaped */
export function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>
`;
}

export function renderForm(action: string, hidden: Readonly<Record<string, string>>, body: string): string {
  const fields = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="${escapeHtml(action)}">${fields.join('')}\n${body}</form>`;
}

/** Creates the headers of a page without scripts. Its forms can also redirect to `target`. */
export function createPageHeaders(target?: string): Record<string, string> {
  const source = target === undefined ? '' : ` ${sourceOf(target)}`;
  return {
    'Cache-Control': 'no-store',
    'content-type': 'text/html',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'${source}; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'no-referrer',
  };
}

/** Returns the part of an address that a policy can name: its origin, or the scheme of a native application. */
function sourceOf(target: string): string {
  const { protocol, origin } = new URL(target);
  return origin === 'null' ? protocol : origin;
}

/** The data shared by the pages of an authorization request. */
export interface SignInForm {
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly clientId: string;
}

/** Renders a page on which a person selects a user with one click or enters any other user. */
export function renderLoginPage(
  { action, hidden, clientId }: SignInForm,
  users: readonly User[],
  { hint = '', error }: { readonly hint?: string | undefined; readonly error?: string | undefined },
): string {
  const buttons = users.map((user) => {
    const { email } = user.claims;
    const more = typeof email === 'string' ? `<small>${escapeHtml(email)}</small>` : '';
    return `<button name="user" value="${escapeHtml(user.sub)}">${escapeHtml(formatUserName(user))}${more}</button>`;
  });
  const message = error === undefined ? '' : `<p class="error" role="alert">${escapeHtml(error)}</p>\n`;
  const other = `<label for="login">User id or e-mail address</label>
<input id="login" name="login" autocomplete="username" value="${escapeHtml(hint)}" required>
<button name="decision" value="login">Sign in</button>`;
  const cancel = '<button name="decision" value="deny">Cancel</button>';
  return renderPage(
    'Sign in',
    `<p>to continue to <strong>${escapeHtml(clientId)}</strong></p>\n${message}${renderForm(action, hidden, buttons.join('\n'))}
${renderForm(action, hidden, other)}\n${renderForm(action, hidden, cancel)}`,
  );
}

export function renderConsentPage({ action, hidden, clientId }: SignInForm, user: User, scopes: readonly string[]) {
  const items = scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join('');
  const buttons = `<button name="decision" value="allow">Allow</button>\n<button name="decision" value="deny">Deny</button>`;
  return renderPage(
    'Allow access',
    `<p>${escapeHtml(formatUserName(user))}, <strong>${escapeHtml(clientId)}</strong> asks for:</p>\n<ul>${items}</ul>
${renderForm(action, hidden, buttons)}`,
  );
}
