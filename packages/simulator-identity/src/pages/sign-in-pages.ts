import type { User } from '../entities.js';
import { nameOf } from '../users/claims-of.js';
import { escapeHtml, htmlForm, htmlPage } from './page.js';

/** What the pages of one authorization request have in common. */
export interface SignInForm {
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly clientId: string;
}

/** Lets a person choose a user by one click, or name any other. */
export function loginPage(
  { action, hidden, clientId }: SignInForm,
  users: readonly User[],
  { hint = '', error }: { readonly hint?: string | undefined; readonly error?: string | undefined },
): string {
  const buttons = users.map((user) => {
    const { email } = user.claims;
    const more = typeof email === 'string' ? `<small>${escapeHtml(email)}</small>` : '';
    return `<button name="user" value="${escapeHtml(user.sub)}">${escapeHtml(nameOf(user))}${more}</button>`;
  });
  const message = error === undefined ? '' : `<p class="error" role="alert">${escapeHtml(error)}</p>\n`;
  const other = `<label for="login">User id or e-mail address</label>
<input id="login" name="login" autocomplete="username" value="${escapeHtml(hint)}" required>
<button name="decision" value="login">Sign in</button>`;
  const cancel = '<button name="decision" value="deny">Cancel</button>';
  return htmlPage(
    'Sign in',
    `<p>to continue to <strong>${escapeHtml(clientId)}</strong></p>\n${message}${htmlForm(action, hidden, buttons.join('\n'))}
${htmlForm(action, hidden, other)}\n${htmlForm(action, hidden, cancel)}`,
  );
}

/** Asks a user what a client can have. */
export function consentPage({ action, hidden, clientId }: SignInForm, user: User, scopes: readonly string[]): string {
  const items = scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join('');
  const buttons = `<button name="decision" value="allow">Allow</button>\n<button name="decision" value="deny">Deny</button>`;
  return htmlPage(
    'Allow access',
    `<p>${escapeHtml(nameOf(user))}, <strong>${escapeHtml(clientId)}</strong> asks for:</p>\n<ul>${items}</ul>
${htmlForm(action, hidden, buttons)}`,
  );
}
