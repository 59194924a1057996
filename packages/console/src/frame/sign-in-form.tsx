import { signIn, tokenPrompt } from '../api/call-control.js';
import { NoticeList } from '../parts/notice-list.js';
import { TextField, useField } from '../parts/server-action-form.js';
import { useAction } from '../parts/use-action.js';

/** Sign-in form for a server with control tokens. */
export function SignInForm() {
  const token = useField();
  const [busy, open] = useAction(() => signIn(token.value.trim()));
  const submit = (event: Event) => {
    event.preventDefault();
    if (token.value.trim() !== '') void open();
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
        <TextField label="Control token" hint="Stored as a session cookie." type="password" {...token} required />
        <button type="submit" class="primary" disabled={busy}>
          Open the console
        </button>
      </form>
      <NoticeList />
    </main>
  );
}
