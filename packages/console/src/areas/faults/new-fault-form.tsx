import { useId, useState } from 'preact/hooks';
import { callControl } from '../../api/call-control';
import { journalEntries } from '../../api/journal';
import type { Fault, ServerInfo } from '../../api/types';
import { useLoad } from '../../api/use-load';
import { FormField, SelectInput, ServerActionForm, TextInput } from '../../parts/server-action-form.js';

const effects = [
  ['status', 'returns a status'],
  ['delay', 'is delayed'],
  ['reset', 'closes the connection'],
  ['truncateAfter', 'is cut off'],
  ['bytesPerSecond', 'is slow'],
  ['body', 'is your own'],
  ['patch', 'is changed by a patch'],
] as const;

const amounts: Readonly<Record<string, { readonly label: string; readonly usual: string; readonly hint?: string }>> = {
  status: { label: 'Status', usual: '503', hint: '400 to 599, with the error body of the API.' },
  delay: { label: 'Seconds', usual: '2', hint: 'In sandbox time.' },
  truncateAfter: { label: 'Number of bytes', usual: '20' },
  bytesPerSecond: { label: 'Bytes per second', usual: '200', hint: 'In real time.' },
  body: { label: 'Status', usual: '200' },
};

const chances: Readonly<Record<string, { readonly title: string; match(number: number): Fault['match'] }>> = {
  all: { title: 'all', match: () => ({}) },
  every: { title: 'every nth', match: (every) => ({ every }) },
  nth: { title: 'only the nth', match: (nth) => ({ nth }) },
  probability: { title: 'a random share', match: (share) => ({ probability: share / 100 }) },
};

/** Form for the most common rules; the control plane accepts all others. */
export function NewFaultForm({ onAdded }: { readonly onAdded: () => Promise<void> }) {
  const { value: info } = useLoad('info', () => callControl<ServerInfo>('GET '), true);
  const [api, setApi] = useState('');
  const [operationId, setOperation] = useState('');
  const [tenantId, setTenant] = useState('');
  const [effect, setEffect] = useState('status');
  const [amount, setAmount] = useState('503');
  const [chance, setChance] = useState('all');
  const [number, setNumber] = useState('3');
  const [times, setTimes] = useState('');
  const [path, setPath] = useState('');
  const [body, setBody] = useState('');
  const [type, setType] = useState('');
  const operations = useId();
  const known = new Set(journalEntries.flatMap(({ operationId: id }) => id ?? []));
  const asked = amounts[effect];
  const send = async () => {
    const rule: Fault = {
      match: {
        ...(api === '' ? {} : { api }),
        ...(operationId === '' ? {} : { operationId }),
        ...(tenantId === '' ? {} : { tenantId }),
        ...(path === '' ? {} : { path }),
        ...chances[chance]?.match(Number(number)),
      },
      effect: effectOf(effect, Number(amount), { body, type }),
      ...(times === '' ? {} : { times: Number(times) }),
    };
    // Like a new stub elsewhere, an answer precedes existing rules.
    await callControl(`POST faults${effect === 'body' || effect === 'patch' ? '?place=first' : ''}`, rule);
    await onAdded();
    return 'Rule added.';
  };
  return (
    <section class="panel" aria-label="New rule">
      <h2>New rule</h2>
      <ServerActionForm send={send} button="Add rule">
        <FormField label="API">
          <SelectInput
            value={api}
            onChange={setApi}
            options={[['', 'any'], ...(info?.apis ?? []).map(({ name }) => name)]}
          />
        </FormField>
        <FormField label="Operation (optional)">
          <TextInput value={operationId} onChange={setOperation} list={operations} />
          <datalist id={operations}>
            {[...known].map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </FormField>
        <FormField label="Tenant (optional)">
          <TextInput value={tenantId} onChange={setTenant} />
        </FormField>
        <FormField label="Path (optional)" hint="Such as /users/{id} or /users/*">
          <TextInput value={path} onChange={setPath} />
        </FormField>
        <FormField label="Response">
          <SelectInput
            value={effect}
            onChange={(next) => {
              setEffect(next);
              setAmount(amounts[next]?.usual ?? '');
            }}
            options={effects}
          />
        </FormField>
        {asked === undefined ? null : (
          <FormField label={asked.label} hint={asked.hint}>
            <TextInput type="number" value={amount} onChange={setAmount} required step="any" />
          </FormField>
        )}
        {effect === 'body' ? (
          <FormField label="Content type (optional)" hint="application/json for JSON, else text/plain.">
            <TextInput value={type} onChange={setType} />
          </FormField>
        ) : null}
        {effect === 'body' || effect === 'patch' ? (
          <FormField
            label={effect === 'body' ? 'Body' : 'Patch'}
            hint={effect === 'body' ? undefined : 'An object with the changed members, or a JSON Patch.'}
          >
            <textarea rows={5} value={body} onInput={(event) => setBody(event.currentTarget.value)} />
          </FormField>
        ) : null}
        <FormField label="Matching requests">
          <SelectInput
            value={chance}
            onChange={setChance}
            options={Object.entries(chances).map(([name, { title }]) => [name, title])}
          />
        </FormField>
        {chance === 'all' ? null : (
          <FormField label={chance === 'probability' ? 'Share in %' : 'n'}>
            <TextInput type="number" value={number} onChange={setNumber} required step="any" />
          </FormField>
        )}
        <FormField label="Maximum number of times (optional)">
          <TextInput type="number" value={times} onChange={setTimes} />
        </FormField>
      </ServerActionForm>
    </section>
  );
}

function effectOf(
  kind: string,
  amount: number,
  own: { readonly body: string; readonly type: string },
): Fault['effect'] {
  if (kind === 'patch') return { patch: JSON.parse(own.body) };
  if (kind === 'body') {
    const headers = own.type === '' ? {} : { headers: { 'content-type': own.type } };
    return { status: amount, body: own.type === '' ? jsonOr(own.body) : own.body, ...headers };
  }
  if (kind === 'delay') return { delay: { fixed: `PT${amount}S` } };
  if (kind === 'reset') return { reset: true };
  if (kind === 'truncateAfter') return { truncateAfter: amount };
  if (kind === 'bytesPerSecond') return { bytesPerSecond: amount };
  return { status: amount };
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
