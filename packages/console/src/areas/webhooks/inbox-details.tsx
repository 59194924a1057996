import { callControl } from '../../api/call-control.js';
import type { InboxInfo, InboxMessage } from '../../api/types.js';
import { useControl } from '../../api/use-load.js';
import { ActionButton } from '../../parts/buttons.js';
import { InstantText } from '../../parts/instant-text.js';
import { JsonView } from '../../parts/json-view.js';
import { EmptyState } from '../../parts/load-states.js';
import { MessageView } from '../../parts/message-view.js';
import { SelectField, ServerActionForm, TextField, useField } from '../../parts/server-action-form.js';
import { SignatureCheck } from './signature-check.js';

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
