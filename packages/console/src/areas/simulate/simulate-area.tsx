import { useMemo, useState } from 'preact/hooks';
import { callControl } from '../../api/call-control';
import { useExampleKeys } from '../../api/known-keys';
import type { ActionInfo, ApiInfo, JournalEntry, ServerInfo } from '../../api/types';
import { useLoad } from '../../api/use-load';
import { AreaHeading } from '../../parts/area-heading.js';
import { EventList, runAndCollectEvents } from '../../parts/event-list.js';
import { createFieldValues, type FieldValues, toActionInput } from '../../parts/input-schema.js';
import { JsonView } from '../../parts/json-view.js';
import { EmptyState, LoadError } from '../../parts/load-states.js';
import { SchemaFields } from '../../parts/schema-fields.js';
import { ServerActionForm, TextInput } from '../../parts/server-action-form.js';
import { currentRoute, linkTo } from '../../route';

/** A form for each action of each API, generated from its schema. */
export function SimulateArea() {
  const { value: info, error } = useLoad('info', () => callControl<ServerInfo>('GET '), true);
  const [text, setText] = useState('');
  const [api, action] = currentRoute.value.parts;
  const offered = (info?.apis ?? []).flatMap((each) => fitting(each, text));
  const found = info?.apis.find(({ name }) => name === api)?.actions.find(({ name }) => name === action);
  return (
    <>
      <AreaHeading title="Simulate" about="Actions by people and other systems that no API request can perform." />
      <LoadError error={error} />
      <div class={found === undefined ? 'pair' : 'pair chosen'}>
        <section class="panel pair-list" aria-label="Actions">
          <TextInput
            type="search"
            label="Search actions"
            placeholder="Search actions"
            value={text}
            onChange={setText}
          />
          {offered.map(({ name, actions }) => (
            <div key={name}>
              <h2 class="group">{name}</h2>
              <ul class="links">
                {actions.map((each) => (
                  <li key={each.name}>
                    <a
                      href={linkTo(`simulate/${name}/${each.name}`)}
                      aria-current={name === api && each.name === action ? 'true' : undefined}
                    >
                      <strong>{each.name}</strong> <span>{each.summary}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          {info !== undefined && offered.length === 0 ? <EmptyState title="No matching actions" /> : null}
        </section>
        {api === undefined || found === undefined ? (
          <section class="panel pair-detail" aria-label="Action">
            <EmptyState title="Choose an action">
              Each action has a form with default values. Change them and run the action.
            </EmptyState>
          </section>
        ) : (
          <ActionForm key={`${api}/${found.name}`} api={api} action={found} />
        )}
      </div>
    </>
  );
}

function fitting({ name, actions }: ApiInfo, text: string): { name: string; actions: ActionInfo[] }[] {
  const wanted = text.toLowerCase();
  const found = actions.filter((action) => `${name} ${action.name} ${action.summary}`.toLowerCase().includes(wanted));
  return found.length === 0 ? [] : [{ name, actions: found }];
}

interface Outcome {
  readonly answer: unknown;
  readonly events: readonly JournalEntry[];
}

function ActionForm({ api, action }: { readonly api: string; readonly action: ActionInfo }) {
  const known = useExampleKeys(api);
  const [changed, setChanged] = useState<FieldValues>();
  const [outcome, setOutcome] = useState<Outcome>();
  const suggested = useMemo(() => createFieldValues(action.input, known), [action, known]);
  const draft = changed ?? suggested;
  const send = async () => {
    const input = toActionInput(action.input, draft);
    setOutcome(await runAndCollectEvents(() => callControl(`POST actions/${api}/${action.name}`, input)));
  };
  return (
    <section class="panel pair-detail" aria-label={action.name}>
      <div>
        <a class="back" href={linkTo('simulate')}>
          ← All actions
        </a>
        <h2>{action.name}</h2>
        <p class="muted">{action.summary}.</p>
      </div>
      <ServerActionForm send={send} button="Run">
        <SchemaFields schema={action.input} draft={draft} onChange={setChanged} known={known} />
      </ServerActionForm>
      {outcome === undefined ? null : (
        <div class="happened" role="status">
          <p>
            <strong>Done.</strong> {outcome.events.length === 0 ? null : 'Effects:'}
          </p>
          <EventList events={outcome.events} />
          <JsonView value={outcome.answer} />
        </div>
      )}
    </section>
  );
}
