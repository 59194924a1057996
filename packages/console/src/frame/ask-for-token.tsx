import { useState } from 'preact/hooks';
import { needsToken, signIn } from '../api/call.js';
import { Field, Text } from '../parts/form.js';
import { Notices } from '../parts/notice.js';
import { useAction } from '../parts/use-action.js';

/** Where the server asks for a token, on loopback too where it was started with some. */
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
        <p>
          The control plane of this server asks for a token: the one that was printed at the start, or one of the
          configuration.
        </p>
        {needsToken.value === 'again' ? (
          <p class="callout bad" role="alert">
            That is not the token of this server.
          </p>
        ) : null}
        <Field label="Control token" hint="Exchanged for a cookie that ends with the browser.">
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
