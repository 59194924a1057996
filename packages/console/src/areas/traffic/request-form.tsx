import { AreaField, SelectInput, ServerActionForm, TextInput, useField } from '../../parts/server-action-form.js';
import { linkTo, navigateTo } from '../../route.js';
import { type RequestDraft, sendRequest } from './request-draft.js';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** A form to change and send a request. Shows the new entry afterwards. */
export function RequestForm({ draft }: { readonly draft: RequestDraft }) {
  const method = useField(draft.method);
  const url = useField(draft.url);
  const headers = useField(draft.headers.map(([name, value]) => `${name}: ${value}`).join('\n'));
  const body = useField(draft.body);
  const send = async () => {
    const pairs = headers.value.split('\n').flatMap((line): [string, string][] => {
      const [name = '', value = ''] = line.split(/:\s*(.*)/s);
      return name.trim() === '' ? [] : [[name.trim(), value.trim()]];
    });
    const seq = await sendRequest({
      method: method.value,
      url: url.value,
      headers: pairs,
      body: body.value,
      token: draft.token,
    });
    navigateTo(linkTo(`traffic/${seq}`));
  };
  return (
    <ServerActionForm send={send} button="Send" label="Request">
      <div class="bar">
        <SelectInput label="Method" {...method} options={methods} />
        <TextInput label="Address" {...url} required />
      </div>
      <AreaField
        label="Headers"
        hint={`One per line.${draft.token === undefined ? '' : ' [redacted] becomes a fresh token of the demo credentials.'}`}
        rows={Math.max(2, draft.headers.length)}
        {...headers}
      />
      <AreaField label="Body" rows={Math.min(24, draft.body.split('\n').length + 1)} {...body} />
    </ServerActionForm>
  );
}
