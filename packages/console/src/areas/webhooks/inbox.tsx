import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import type { InboxInfo, Message } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { Act } from '../../parts/act.js';
import { Empty } from '../../parts/empty.js';
import { Choice, Field, Form, Text } from '../../parts/form.js';
import { Instant } from '../../parts/instant.js';
import { Json } from '../../parts/json.js';

const most = 50;

interface InboxProps {
  readonly name: string;
  readonly info: InboxInfo | undefined;
  readonly onChanged: () => Promise<void>;
}

/** One inbox: its responses and its messages, newest first. */
export function Inbox({ name, info, onChanged }: InboxProps) {
  const path = `inbox/${encodeURIComponent(name)}`;
  const { value, reload } = useLoad(path, () => call<{ messages: Message[] }>(`GET ${path}/messages`));
  const [status, setStatus] = useState('500');
  const [times, setTimes] = useState('1');
  const messages = (value?.messages ?? []).slice(-most).reverse();
  const save = async (answers: { status: number; times?: number }[]) => {
    await call(`PUT ${path}/answers`, { answers });
    await onChanged();
    return 'Response saved.';
  };
  return (
    <>
      <p>
        Responses: <strong>{answersOf(info)}</strong>
      </p>
      <Form
        inline
        button="Use this response"
        label="Response settings"
        send={() =>
          save(
            times === 'always'
              ? [{ status: Number(status) }]
              : [{ status: Number(status), times: Number(times) }, { status: 204 }],
          )
        }
      >
        <Field label="Status">
          <Text type="number" value={status} onChange={setStatus} required />
        </Field>
        <Field label="For">
          <Choice
            value={times}
            onChange={setTimes}
            options={[
              ['1', 'next message'],
              ['2', 'next 2 messages'],
              ['5', 'next 5 messages'],
              ['always', 'every message'],
            ]}
          />
        </Field>
      </Form>
      <div class="buttons">
        <Act run={() => save([{ status: 204 }])}>Reset to 204</Act>
        <Act
          disabled={messages.length === 0}
          run={async () => {
            await call(`DELETE ${path}/messages`);
            await Promise.all([reload(), onChanged()]);
          }}
        >
          Delete messages
        </Act>
      </div>
      {value === undefined ? null : messages.length === 0 ? (
        <Empty title="No messages" />
      ) : (
        <ul class="messages">
          {messages.map((message, index) => (
            <li key={message.id}>
              <details open={index === 0}>
                <summary>
                  <Instant at={message.receivedAt} long /> {message.method} {message.path}
                  {message.query === '' ? '' : `?${message.query}`}
                </summary>
                <Json value={message.body ?? message.text} />
              </details>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function answersOf(info: InboxInfo | undefined): string {
  const [first, ...more] = info?.answers ?? [];
  if (first === undefined) return '204, always';
  const each = [first, ...more].map(({ status, times }, index, all) =>
    index === all.length - 1
      ? `${status} from then on`
      : `${status} for the next ${times === 1 ? 'message' : `${times} messages`}`,
  );
  return more.length === 0 ? `${first.status}, always` : each.join(', then ');
}
