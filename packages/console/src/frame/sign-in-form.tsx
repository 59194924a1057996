import { useState } from 'preact/hooks';
import { signIn, tokenPrompt } from '../api/call-control.js';
import { NoticeList } from '../parts/notice-list.js';
import { FormField, TextInput } from '../parts/server-action-form.js';
import { useAction } from '../parts/use-action.js';

/** Sign-in form for a server with control tokens. */
export function SignInForm() {
  const [token, setToken] = useState('');
  const [busy, open] = useAction(() => signIn(token.trim()));
  const submit = (event: Event) => {
    event.preventDefault();
    if (token.trim() !== '') void open();
  };
  return (
    <main class="ask">
      <form class="panel" onSubmit={submit}>
        <h1>Understudy</h1>
        <p>Enter a control token: the one printed at startup, or one from the configuration.</p>
        {tokenPrompt.value === 'again' ? (
          <p class="callout bad" role="alert">
            The token is not valid for this server.
          </p>
        ) : null}
        <FormField label="Control token" hint="Stored as a session cookie.">
          <TextInput type="password" value={token} onChange={setToken} required />
        </FormField>
        <button type="submit" class="primary" disabled={busy}>
          Open the console
        </button>
      </form>
      <NoticeList />
    </main>
  );
}
