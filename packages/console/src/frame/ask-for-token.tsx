import { useState } from 'preact/hooks';
import { needsToken, signIn } from '../api/call.js';
import { Field, Text } from '../parts/form.js';
import { Notices } from '../parts/notice.js';
import { useAction } from '../parts/use-action.js';

/** Sign-in form for a server with control tokens. */
export function AskForToken() {
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
        {needsToken.value === 'again' ? (
          <p class="callout bad" role="alert">
            The token is not valid for this server.
          </p>
        ) : null}
        <Field label="Control token" hint="Stored as a session cookie.">
          <Text type="password" value={token} onChange={setToken} required />
        </Field>
        <button type="submit" class="primary" disabled={busy}>
          Open the console
        </button>
      </form>
      <Notices />
    </main>
  );
}
