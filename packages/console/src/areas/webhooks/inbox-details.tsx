import { callControl } from '../../api/call-control.js';
import type { InboxInfo, InboxMessage } from '../../api/types.js';
import { useControl, useLoad } from '../../api/use-load.js';
import { ActionButton } from '../../parts/buttons.js';
import { InstantText } from '../../parts/instant-text.js';
import { JsonView } from '../../parts/json-view.js';
import { EmptyState } from '../../parts/load-states.js';
import { MessageView } from '../../parts/message-view.js';
import { SelectField, ServerActionForm, TextField, useField } from '../../parts/server-action-form.js';
import { StatusTag } from '../../parts/status-tag.js';

const most = 50;

interface InboxProps {
  readonly name: string;
  readonly info: InboxInfo | undefined;
  readonly onChanged: () => Promise<void>;
}

/** One inbox: its responses and its messages, newest first. */
export function InboxDetails({ name, info, onChanged }: InboxProps) {
  const path = `inbox/${encodeURIComponent(name)}`;
  const { value, reload } = useControl<{ messages: InboxMessage[] }>(`${path}/messages`);
  const status = useField('500');
  const times = useField('1');
  const secret = useField();
  const messages = (value?.messages ?? []).slice(-most).reverse();
  const save = async (answers: { status: number; times?: number }[]) => {
    await callControl(`PUT ${path}/answers`, { answers });
    await onChanged();
    return 'Response saved.';
  };
  return (
    <>
      <p>
        Responses: <strong>{answersOf(info)}</strong>
      </p>
      <ServerActionForm
        inline
        button="Use this response"
        label="Response settings"
        send={() => {
          const answer = { status: Number(status.value) };
          return save(
            times.value === 'always' ? [answer] : [{ ...answer, times: Number(times.value) }, { status: 204 }],
          );
        }}
      >
        <TextField label="Status" type="number" {...status} required />
        <SelectField
          label="For"
          {...times}
          options={[
            ['1', 'next message'],
            ['2', 'next 2 messages'],
            ['5', 'next 5 messages'],
            ['always', 'every message'],
          ]}
        />
      </ServerActionForm>
      <div class="buttons">
        <ActionButton run={() => save([{ status: 204 }])}>Reset to 204</ActionButton>
        <ActionButton
          disabled={messages.length === 0}
          run={async () => {
            await callControl(`DELETE ${path}/messages`);
            await Promise.all([reload(), onChanged()]);
          }}
        >
          Delete messages
        </ActionButton>
      </div>
      {value === undefined ? null : messages.length === 0 ? (
        <EmptyState title="No messages">Register the address above as a webhook, or send a request to it.</EmptyState>
      ) : (
        <>
          <TextField
            label="Signing secret (optional)"
            hint="Checks the signatures of the messages in this page."
            type="password"
            {...secret}
          />
          <ul class="messages">
            {messages.map((message, index) => (
              <li key={message.id}>
                <details open={index === 0}>
                  <summary>
                    <InstantText at={message.receivedAt} long /> {message.method} {message.path}
                    {message.query === '' ? '' : `?${message.query}`}
                  </summary>
                  <MessageView title="Request" headers={message.headers} body={message.body ?? message.text} />
                  <details>
                    <summary>Raw body</summary>
                    <JsonView value={message.text} />
                  </details>
                  <SignatureCheck message={message} secret={secret.value} />
                </details>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function answersOf(info: InboxInfo | undefined): string {
  const [first, ...more] = info?.answers ?? [];
  if (first === undefined) return '204, always';
  const each = [first, ...more].map(({ status, times }, index, all) =>
    index === all.length - 1
      ? String(status)
      : `${status} for the next ${times === 1 ? 'message' : `${times} messages`}`,
  );
  return more.length === 0 ? `${first.status}, always` : each.join(', then ');
}

interface Signature {
  readonly header: string;
  readonly received: string;
  readonly encoding: 'base64' | 'hex';
  /** The signed text, as a description and as sent. */
  readonly words: string;
  readonly text: string;
  readonly prefix: string;
}

/** Shows whether a message's signature matches a secret, and how it was computed. */
function SignatureCheck({ message, secret }: { readonly message: InboxMessage; readonly secret: string }) {
  const signature = findSignature(message);
  const { value: expected } = useLoad(
    signature === undefined || secret === '' ? undefined : `${message.id} ${secret}`,
    () => sign(secret, signature),
    true,
  );
  if (signature === undefined) return <p class="muted">The message has no signature.</p>;
  const { header, words, prefix, received } = signature;
  if (expected === undefined) {
    return (
      <p class="muted">
        The signature is in the header <code>{header}</code>. Enter the secret to verify it.
      </p>
    );
  }
  const fits = received.split(/[ ,]/).includes(prefix + expected);
  return (
    <div class={fits ? 'callout info' : 'callout warn'} role="status">
      <p>
        <StatusTag tone={fits ? 'good' : 'bad'}>{fits ? 'valid' : 'invalid'}</StatusTag> <code>{header}</code> must be{' '}
        <code>{prefix}</code> and the HMAC-SHA256 of {words}.
      </p>
      {fits ? null : (
        <p>
          Expected <code>{prefix + expected}</code>, received <code>{received}</code>. The secret differs, or the body
          was changed on its way.
        </p>
      )}
    </div>
  );
}

/** Finds the signature of a message from the format of its headers. */
function findSignature({ headers, text }: InboxMessage): Signature | undefined {
  const id = headers['webhook-id'];
  const received = headers['webhook-signature'];
  if (id !== undefined && received !== undefined) {
    const signed = `${id}.${headers['webhook-timestamp']}.${text}`;
    const words = 'webhook-id, webhook-timestamp and body, joined by dots';
    return { header: 'webhook-signature', received, encoding: 'base64', words, text: signed, prefix: 'v1,' };
  }
  for (const [header, value] of Object.entries(headers)) {
    const [, time] = /^t=(\d+),v1=/.exec(value) ?? [];
    const found = { header, received: value, encoding: 'hex' } as const;
    if (time !== undefined)
      return { ...found, words: 'time t, a dot and the body', text: `${time}.${text}`, prefix: 'v1=' };
    const sent = headers[header.replace(/signature$/, 'request-timestamp')];
    if (/^v0=[0-9a-f]{64}/.test(value))
      return {
        ...found,
        words: 'v0, the timestamp and the body, joined by colons',
        text: `v0:${sent}:${text}`,
        prefix: 'v0=',
      };
    if (/^sha256=[0-9a-f]{64}/.test(value)) return { ...found, words: 'the body', text, prefix: 'sha256=' };
  }
  return undefined;
}

async function sign(secret: string, signature: Signature | undefined): Promise<string> {
  const encoded = secret.replace(/^whsec_/, '');
  const isBytes =
    signature?.encoding === 'base64' && /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && encoded.length % 4 === 0;
  const key = isBytes
    ? Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
    : new TextEncoder().encode(secret);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  const bytes = new Uint8Array(
    await crypto.subtle.sign(algorithm, imported, new TextEncoder().encode(signature?.text)),
  );
  if (signature?.encoding === 'base64') return btoa(String.fromCharCode(...bytes));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
