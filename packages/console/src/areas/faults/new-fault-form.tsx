import { useId, useState } from 'preact/hooks';
import { callControl } from '../../api/call-control.js';
import { journalEntries } from '../../api/journal.js';
import type { Fault, ServerInfo } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { FormField, SelectInput, ServerActionForm, TextInput } from '../../parts/server-action-form.js';
import { createFault, type FaultValues, faultTemplates, responses, shares } from './create-fault.js';

const initial: FaultValues = { response: 'status', amount: '503', share: 'all', number: '3' };

/** Optional conditions as text fields: name, label, pointer of the value, and hint. */
const conditions = [
  ['tenantId', 'Tenant (optional)', '/body/match/tenantId', undefined],
  ['path', 'Path (optional)', '/body/match/path', 'For example, /users/{id} or /users/*'],
  ['header', 'Header (optional)', '/body/match/headers', 'For example, user-agent: shop/*'],
] as const;

/** Form for the most common rules; the control plane accepts all others. */
export function NewFaultForm({ onAdded }: { readonly onAdded: () => Promise<void> }) {
  const { value: info } = useLoad('info', () => callControl<ServerInfo>('GET '), true);
  const [values, setValues] = useState(initial);
  const operations = useId();
  const known = new Set(journalEntries.flatMap(({ operationId: id }) => id ?? []));
  const { response = '', share = '' } = values;
  const { label, hint, hasBody } = responses[response] ?? {};
  const field = (name: string) => ({
    value: values[name] ?? '',
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  });
  const send = async () => {
    // Like a new stub elsewhere, an answer precedes existing rules.
    await callControl(`POST faults${hasBody === true ? '?place=first' : ''}`, createFault(values) satisfies Fault);
    await onAdded();
    return 'Rule added.';
  };
  return (
    <section class="panel" aria-label="New rule">
      <h2>New rule</h2>
      <ServerActionForm send={send} button="Add rule">
        <div class="buttons">
          {faultTemplates.map(({ name, values: own }) => (
            <button key={name} type="button" onClick={() => setValues({ ...values, times: '', ttl: '', ...own })}>
              {name}
            </button>
          ))}
        </div>
        <FormField label="API" pointer="/body/match/api">
          <SelectInput {...field('api')} options={[['', 'any'], ...(info?.apis ?? []).map(({ name }) => name)]} />
        </FormField>
        <FormField label="Operation (optional)" pointer="/body/match/operationId">
          <TextInput {...field('operationId')} list={operations} />
          <datalist id={operations}>
            {[...known].map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </FormField>
        <FormField label="Method" pointer="/body/match/method">
          <SelectInput {...field('method')} options={[['', 'any'], 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']} />
        </FormField>
        {conditions.map(([name, title, pointer, about]) => (
          <FormField key={name} label={title} pointer={pointer} hint={about}>
            <TextInput {...field(name)} />
          </FormField>
        ))}
        <FormField label="Response">
          <SelectInput
            value={response}
            onChange={(next) => setValues({ ...values, response: next, amount: responses[next]?.usual ?? '' })}
            options={Object.entries(responses).map(([name, { title }]) => [name, title] as const)}
          />
        </FormField>
        {label === undefined ? null : (
          <FormField label={label} hint={hint} pointer={`/body/effect/${response === 'body' ? 'status' : response}`}>
            <TextInput type="number" {...field('amount')} required step="any" />
          </FormField>
        )}
        {response === 'body' ? (
          <FormField
            label="Content type (optional)"
            hint="Default: application/json if the body is JSON, otherwise text/plain."
          >
            <TextInput {...field('type')} />
          </FormField>
        ) : null}
        {hasBody === true ? (
          <FormField
            label={response === 'body' ? 'Body' : 'Patch'}
            pointer={`/body/effect/${response}`}
            hint={response === 'body' ? undefined : 'An object with the changed members, or a JSON Patch.'}
          >
            <textarea
              rows={5}
              value={values['body'] ?? ''}
              onInput={(event) => field('body').onChange(event.currentTarget.value)}
            />
          </FormField>
        ) : null}
        <FormField label="Retry-After (optional)" hint="Seconds." pointer="/body/effect/headers">
          <TextInput type="number" {...field('retryAfter')} />
        </FormField>
        <FormField label="Matching requests">
          <SelectInput
            {...field('share')}
            options={Object.entries(shares).map(([name, { title }]) => [name, title] as const)}
          />
        </FormField>
        {share === 'all' ? null : (
          <FormField label={share === 'probability' ? 'Percentage of requests' : 'n'} pointer={`/body/match/${share}`}>
            <TextInput type="number" {...field('number')} required step="any" />
          </FormField>
        )}
        <FormField label="Maximum number of times (optional)" pointer="/body/times">
          <TextInput type="number" {...field('times')} />
        </FormField>
        <FormField label="Ends after minutes (optional)" hint="In sandbox time." pointer="/body/ttl">
          <TextInput type="number" {...field('ttl')} step="any" />
        </FormField>
      </ServerActionForm>
    </section>
  );
}
