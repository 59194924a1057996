import { callControl } from '../../api/call-control.js';
import { loadDescription } from '../../api/load-description.js';
import type { Fault, ServerInfo } from '../../api/types.js';
import { useLoad, useServerInfo } from '../../api/use-load.js';
import { Panel } from '../../parts/panel.js';
import { AreaField, SelectField, ServerActionForm, TextField } from '../../parts/server-action-form.js';
import { createFault, type FaultValues, faultTemplates, responses, ruleDraft, shares } from './create-fault.js';

/** Optional conditions as text fields: name, label, JSON Pointer of the value, and hint. */
const conditions = [
  ['tenantId', 'Tenant (optional)', '/body/match/tenantId', undefined],
  ['path', 'Path (optional)', '/body/match/path', 'For example, /users/{id} or /users/*'],
  ['header', 'Header (optional)', '/body/match/headers', 'For example, user-agent: shop/*'],
  [
    'if',
    'Condition on records (optional)',
    '/body/match/if',
    'CEL, for example find("customers", body.customerId).blocked',
  ],
] as const;

/** Form for the most common rules. Other rules can be added through the control plane. */
export function NewFaultForm({ onAdded }: { readonly onAdded: () => Promise<void> }) {
  const { value: info } = useServerInfo();
  const values = ruleDraft.value;
  const setValues = (next: FaultValues) => {
    ruleDraft.value = next;
  };
  const known = useOperations(values['api'], info);
  const { response = '', share = '' } = values;
  const { label, hint, hasBody = false } = responses[response] ?? {};
  const isBody = response === 'body';
  const field = (name: string) => ({
    value: values[name] ?? '',
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  });
  const number = (name: string) => ({ type: 'number' as const, ...field(name) });
  const titles = (choices: Readonly<Record<string, { readonly title: string }>>) =>
    Object.entries(choices).map(([name, { title }]) => [name, title] as const);
  const send = async () => {
    // A rule with a body precedes existing rules, like a new stub in other mock servers.
    await callControl(`POST faults${hasBody ? '?place=first' : ''}`, createFault(values) satisfies Fault);
    await onAdded();
    return 'Rule added.';
  };
  return (
    <Panel title="New rule">
      <ServerActionForm send={send} button="Add rule">
        <div class="buttons">
          {faultTemplates.map(({ name, values: own }) => (
            <button key={name} type="button" onClick={() => setValues({ ...values, times: '', ttl: '', ...own })}>
              {name}
            </button>
          ))}
        </div>
        <SelectField
          label="API"
          pointer="/body/match/api"
          {...field('api')}
          options={[['', 'any'], ...(info?.apis ?? []).map(({ name }) => name)]}
        />
        <TextField
          label="Operation (optional)"
          pointer="/body/match/operationId"
          {...field('operationId')}
          suggestions={known}
        />
        <SelectField
          label="Method"
          pointer="/body/match/method"
          {...field('method')}
          options={[['', 'any'], 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']}
        />
        {conditions.map(([name, title, pointer, about]) => (
          <TextField key={name} label={title} pointer={pointer} hint={about} {...field(name)} />
        ))}
        <SelectField
          label="Response"
          value={response}
          onChange={(next) => setValues({ ...values, response: next, amount: responses[next]?.usual ?? '' })}
          options={titles(responses)}
        />
        {label === undefined ? null : (
          <TextField
            label={label}
            hint={hint}
            pointer={`/body/effect/${isBody ? 'status' : response}`}
            {...number('amount')}
            required
            step="any"
          />
        )}
        {isBody ? (
          <TextField
            label="Content type (optional)"
            hint="Default: application/json if the body is JSON, otherwise text/plain."
            {...field('type')}
          />
        ) : null}
        {hasBody ? (
          <AreaField
            label={isBody ? 'Body' : 'Patch'}
            pointer={`/body/effect/${response}`}
            hint={isBody ? undefined : 'An object with the changed members, or a JSON Patch.'}
            rows={5}
            {...field('body')}
          />
        ) : null}
        <TextField
          label="Retry-After (optional)"
          hint="Seconds."
          pointer="/body/effect/headers"
          {...number('retryAfter')}
        />
        <SelectField label="Matching requests" {...field('share')} options={titles(shares)} />
        {share === 'all' ? null : (
          <TextField
            label={share === 'probability' ? 'Percentage of requests' : 'n'}
            pointer={`/body/match/${share}`}
            {...number('number')}
            required
            step="any"
          />
        )}
        <TextField label="Maximum number of times (optional)" pointer="/body/times" {...number('times')} />
        <TextField
          label="Ends after minutes (optional)"
          hint="In sandbox time."
          pointer="/body/ttl"
          {...number('ttl')}
          step="any"
        />
      </ServerActionForm>
    </Panel>
  );
}

/** The operations of the chosen API, or of all. */
function useOperations(api: string | undefined, info: ServerInfo | undefined): readonly string[] {
  const names = api ? [api] : (info?.apis ?? []).map(({ name }) => name);
  const { value } = useLoad(
    names.join(' '),
    async () => {
      const described = await Promise.all(names.map(loadDescription));
      return described.flatMap((each) => (each?.operations ?? []).map(({ operationId }) => operationId));
    },
    true,
  );
  return value ?? [];
}
