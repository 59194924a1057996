import type { User } from '../entities.js';
import { formatUserName } from '../users/select-claims.js';
import { escapeHtml, renderForm, renderPage } from './page.js';

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

/** Renders a page on which a user decides what a client can access. */
export function renderConsentPage(
  { action, hidden, clientId }: SignInForm,
  user: User,
  scopes: readonly string[],
): string {
  const items = scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join('');
  const buttons = `<button name="decision" value="allow">Allow</button>\n<button name="decision" value="deny">Deny</button>`;
  return renderPage(
    'Allow access',
    `<p>${escapeHtml(formatUserName(user))}, <strong>${escapeHtml(clientId)}</strong> asks for:</p>\n<ul>${items}</ul>
${renderForm(action, hidden, buttons)}`,
  );
}
