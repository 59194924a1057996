import { useState } from 'preact/hooks';
import { sandboxUrl } from '../../api/address';
import { callControl } from '../../api/call-control';
import type { ActiveFault, Fault } from '../../api/types';
import { useControl } from '../../api/use-load';
import { ActionTable } from '../../parts/action-table';
import { ActionButton, CopyButton } from '../../parts/buttons.js';
import { FactList } from '../../parts/fact-list.js';
import { InstantText } from '../../parts/instant-text.js';
import { EmptyState, LoadError, LoadingState } from '../../parts/load-states.js';
import { AreaHeading, Panel } from '../../parts/panel.js';
import { parseJson } from '../../parts/parse-json.js';
import { AreaField, ServerActionForm, useField } from '../../parts/server-action-form.js';
import { StatusTag } from '../../parts/status-tag.js';
import { describeEffect, describeMatch } from './describe-fault.js';
import { NewFaultForm } from './new-fault-form.js';

/** Rules that inject faults into the sandbox. */
export function FaultsArea() {
  const { value, error, reload } = useControl<{ faults: ActiveFault[] }>('faults');
  const faults = value?.faults ?? [];
  const [edited, setEdited] = useState<string>();
  const remove = (path: string, done?: string) => async () => {
    await callControl(`DELETE ${path}`);
    await reload();
    return done;
  };
  const flip = (id: string, enabled: boolean) => async () => {
    await callControl(`PATCH faults/${encodeURIComponent(id)}`, { enabled });
    await reload();
  };
  return (
    <>
      <AreaHeading
        title="Faults"
        about="Rules that make responses fail, arrive late or get cut off. The first matching rule applies."
      >
        {faults.length === 0 ? null : (
          <ActionButton kind="danger" asks run={remove('faults', 'Removed all rules.')}>
            Remove all rules
          </ActionButton>
        )}
      </AreaHeading>
      <LoadError error={error} />
      <LostWebhooks />
      <Panel title="Rules">
        {value === undefined ? (
          <LoadingState error={undefined} />
        ) : (
          <ActionTable
            rows={faults}
            keyOf={({ id }) => id}
            empty={
              <EmptyState title="No rules">
                The API responds as documented. Choose a template below, and add the rule.
              </EmptyState>
            }
            columns={[
              { title: 'Rule', cell: ({ id }) => id },
              { title: 'Requests', cell: describeMatch },
              { title: 'Fault', cell: (fault) => <Wrong fault={fault} /> },
              { title: 'Matched', cell: ({ seen }) => seen },
              { title: 'Applied', cell: (fault) => <Applied fault={fault} /> },
              {
                title: 'Remove',
                acts: true,
                cell: ({ id, enabled }) => (
                  <span class="buttons">
                    <ActionButton
                      label={`Switch ${enabled === false ? 'on' : 'off'} ${id}`}
                      run={flip(id, enabled === false)}
                    >
                      {enabled === false ? 'Switch on' : 'Switch off'}
                    </ActionButton>
                    <button type="button" aria-label={`Edit ${id}`} onClick={() => setEdited(id)}>
                      Edit
                    </button>
                    <ActionButton kind="danger" label={`Remove ${id}`} run={remove(`faults/${encodeURIComponent(id)}`)}>
                      Remove
                    </ActionButton>
                  </span>
                ),
              },
            ]}
          />
        )}
      </Panel>
      {edited === undefined ? null : (
        <RuleEditor
          key={edited}
          id={edited}
          faults={faults}
          onDone={async () => {
            await reload();
            setEdited(undefined);
          }}
        />
      )}
      <div class="columns">
        <NewFaultForm onAdded={reload} />
        <PreferHint />
      </div>
    </>
  );
}

interface RuleEditorProps {
  readonly id: string;
  readonly faults: readonly ActiveFault[];
  readonly onDone: () => Promise<void>;
}

/** Edits a rule as JSON. The rule keeps its position among the others. */
function RuleEditor({ id, faults, onDone }: RuleEditorProps) {
  const index = faults.findIndex((fault) => fault.id === id);
  const text = useField(JSON.stringify(faults.slice(index, index + 1).map(toRule)[0], undefined, 2));
  const save = async () => {
    const rule: unknown = parseJson('The rule', text.value);
    // The rules can have changed since they were loaded.
    const { faults: now } = await callControl<{ faults: ActiveFault[] }>('GET faults');
    if (!now.some((fault) => fault.id === id)) throw new Error(`The rule ${id} was removed`);
    await callControl('PUT faults', { faults: now.map((each) => (each.id === id ? rule : toRule(each))) });
    await onDone();
    return `Saved ${id}. The counters start again.`;
  };
  return (
    <Panel title={`Edit ${id}`}>
      <ServerActionForm send={save} button="Save rule" label={`Edit ${id}`}>
        <AreaField label="Rule as JSON" rows={12} pointer={`/body/faults/${index}`} {...text} />
      </ServerActionForm>
      <button type="button" onClick={() => void onDone()}>
        Cancel
      </button>
    </Panel>
  );
}

/** Returns a rule without the server's counters. */
function toRule({ seen, applied, expiresAt, ...rule }: ActiveFault): Fault {
  return expiresAt === undefined ? rule : { ...rule, until: expiresAt };
}

/** A switch that drops all webhooks. */
function LostWebhooks() {
  const { value, error, reload } = useControl<{ webhooks: { lost?: boolean } }>('settings');
  const isLost = value?.webhooks.lost === true;
  const change = async () => {
    await callControl('PATCH settings', { webhooks: { lost: !isLost } });
    await reload();
    return isLost ? 'Webhooks are delivered again.' : 'Webhooks are lost from now on.';
  };
  return (
    <section class="panel" aria-label="Lost webhooks">
      <LoadError error={error} />
      <div class="bar">
        <p>
          {isLost ? <StatusTag tone="bad">Webhooks are lost</StatusTag> : 'Webhooks are delivered.'}{' '}
          <span class="muted">Lost webhooks fail on every attempt, without reaching the receiver.</span>
        </p>
        <ActionButton run={change}>{isLost ? 'Deliver webhooks again' : 'Lose all webhooks'}</ActionButton>
      </div>
    </section>
  );
}

function Wrong({ fault }: { readonly fault: ActiveFault }) {
  const { expiresAt } = fault;
  return (
    <span>
      {describeEffect(fault)}
      {expiresAt === undefined ? null : (
        <span class="muted">
          {' '}
          until <InstantText at={expiresAt} long />
        </span>
      )}
    </span>
  );
}

function Applied({ fault }: { readonly fault: ActiveFault }) {
  const { applied, times, enabled } = fault;
  return (
    <span class="nowrap">
      {times === undefined ? applied : `${applied} of ${times}`}{' '}
      {times !== undefined && applied >= times ? <StatusTag>spent</StatusTag> : null}
      {enabled === false ? <StatusTag>off</StatusTag> : null}
    </span>
  );
}

const preferences = [
  ['code=503', 'Returns this status with the error body of the API. The request has no effect.'],
  ['wait=2', 'Delays the normal response by two seconds of sandbox time.'],
  ['example=name', 'Returns the documented example with this name.'],
] as const;

/** Explains how a single request triggers a fault with the Prefer header. */
function PreferHint() {
  const command = `curl -i -H 'Prefer: code=503' '${sandboxUrl.href}<path>'`;
  return (
    <Panel title="Single request">
      <p>
        A request with the header <code>Prefer</code> triggers a fault without a rule and without affecting other
        requests:
      </p>
      <FactList
        kind="pairs"
        facts={preferences.map(([value, effect]) => [<code key={value}>Prefer: {value}</code>, effect] as const)}
      />
      <pre class="code">{command}</pre>
      <div class="buttons">
        <CopyButton text={command}>Copy</CopyButton>
      </div>
    </Panel>
  );
}
