import { useState } from 'preact/hooks';
import { FormField, SelectInput, ServerActionForm, TextInput } from '../../parts/server-action-form.js';
import { linkTo, navigateTo } from '../../route.js';
import { type RequestDraft, sendRequest } from './request-draft.js';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** A form to change and send a request. Shows the new entry afterwards. */
export function RequestForm({ draft }: { readonly draft: RequestDraft }) {
  const [method, setMethod] = useState(draft.method);
  const [url, setUrl] = useState(draft.url);
  const [headers, setHeaders] = useState(draft.headers.map(([name, value]) => `${name}: ${value}`).join('\n'));
  const [body, setBody] = useState(draft.body);
  const send = async () => {
    const pairs = headers.split('\n').flatMap((line): [string, string][] => {
      const [name = '', value = ''] = line.split(/:\s*(.*)/s);
      return name.trim() === '' ? [] : [[name.trim(), value.trim()]];
    });
    const seq = await sendRequest({ method, url, headers: pairs, body, api: draft.api });
    navigateTo(linkTo(`traffic/${seq}`));
  };
  return (
    <ServerActionForm send={send} button="Send" label="Request">
      <div class="bar">
        <SelectInput label="Method" value={method} onChange={setMethod} options={methods} />
        <TextInput label="Address" value={url} onChange={setUrl} required />
      </div>
      <FormField label="Headers" hint="One per line. [redacted] becomes a fresh token of the demo credentials.">
        <textarea
          value={headers}
          rows={Math.max(2, draft.headers.length)}
          onInput={(event) => setHeaders(event.currentTarget.value)}
          spellcheck={false}
        />
      </FormField>
      <FormField label="Body">
        <textarea
          value={body}
          rows={Math.min(24, draft.body.split('\n').length + 1)}
          onInput={(event) => setBody(event.currentTarget.value)}
          spellcheck={false}
        />
      </FormField>
    </ServerActionForm>
  );
}
