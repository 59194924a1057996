import type { InboxMessage } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { StatusTag } from '../../parts/status-tag.js';

interface Signature {
  readonly header: string;
  readonly received: string;
  readonly encoding: 'base64' | 'hex';
  /** The signed text, in words and as sent. */
  readonly words: string;
  readonly text: string;
  readonly prefix: string;
}

/** True if the signature of a message fits a secret, and how it was computed. */
export function SignatureCheck({ message, secret }: { readonly message: InboxMessage; readonly secret: string }) {
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

/** The signature of a message, by the form of its headers. */
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
