import { useState } from 'preact/hooks';
import { needsToken, useToken } from '../api/call.js';
import { Field, Text } from '../parts/form.js';

/** Where others can reach the server, it asks for the token that was printed at its start. */
export function AskForToken() {
  const [token, setToken] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    if (token.trim() !== '') useToken(token.trim());
  };
  return (
    <main class="ask">
      <form class="panel" onSubmit={submit}>
        <h1>Understudy</h1>
        <p>Other machines can reach this server, so its control plane asks for a token. It was printed at the start.</p>
        {needsToken.value === 'again' ? (
          <p class="callout bad" role="alert">
            That is not the token of this server.
          </p>
        ) : null}
        <Field label="Control token" hint="Kept in this tab alone, until it is closed.">
          <Text type="password" value={token} onChange={setToken} required />
        </Field>
        <button type="submit" class="primary">
          Open the console
        </button>
      </form>
    </main>
  );
}
