import { useMemo, useState } from 'preact/hooks';
import { callControl } from '../api/call-control';
import { useExampleKeys } from '../api/known-keys';
import type { ActionInfo, ApiInfo, JournalEntry } from '../api/types';
import { useServerInfo } from '../api/use-load';
import { Happened, runAndCollectEvents } from '../parts/event-list.js';
import { createFieldValues, type FieldValues, toActionInput } from '../parts/input-schema.js';
import { JsonView } from '../parts/json-view.js';
import { EmptyState, LoadError } from '../parts/load-states.js';
import { Detail, LinkGroup, ListLink, Pair } from '../parts/pair.js';
import { AreaHeading } from '../parts/panel.js';
import { SchemaFields } from '../parts/schema-fields.js';
import { SearchInput, ServerActionForm, useField } from '../parts/server-action-form.js';
import { currentRoute, linkTo } from '../route';

/** A form for each action of each API, generated from its schema. */
export function SimulateArea() {
  const { value: info, error } = useServerInfo();
  const text = useField();
  const [api, action] = currentRoute.value.parts;
  const offered = (info?.apis ?? []).flatMap((each) => fitting(each, text.value));
  const found = info?.apis.find(({ name }) => name === api)?.actions.find(({ name }) => name === action);
  const list = (
    <>
      <SearchInput label="Search actions" {...text} />
      {offered.map(({ name, actions }) => (
        <LinkGroup key={name} title={name}>
          {actions.map((each) => (
            <ListLink
              key={each.name}
              href={linkTo(`simulate/${name}/${each.name}`)}
              isCurrent={name === api && each.name === action}
            >
              <strong>{each.name}</strong> <span>{each.summary}</span>
            </ListLink>
          ))}
        </LinkGroup>
      ))}
      {info !== undefined && offered.length === 0 ? <EmptyState title="No matching actions" /> : null}
    </>
  );
  return (
    <>
      <AreaHeading title="Simulate" about="Actions by people and other systems that no API request can perform." />
      <LoadError error={error} />
      <Pair label="Actions" isChosen={found !== undefined} list={list}>
        {api === undefined || found === undefined ? (
          <section class="panel pair-hint" aria-label="Action">
            <EmptyState title="Choose an action">
              Each action has a form with default values. Change them and run the action.
            </EmptyState>
          </section>
        ) : (
          <ActionForm key={`${api}/${found.name}`} api={api} action={found} />
        )}
      </Pair>
    </>
  );
}

function fitting({ name, actions }: ApiInfo, text: string): { name: string; actions: ActionInfo[] }[] {
  const wanted = text.toLowerCase();
  const found = actions.filter((action) => `${name} ${action.name} ${action.summary}`.toLowerCase().includes(wanted));
  return found.length === 0 ? [] : [{ name, actions: found }];
}

function ActionForm({ api, action }: { readonly api: string; readonly action: ActionInfo }) {
  const known = useExampleKeys(api);
  const [changed, setChanged] = useState<FieldValues>();
  const [outcome, setOutcome] = useState<{ readonly answer: unknown; readonly events: readonly JournalEntry[] }>();
  const suggested = useMemo(() => createFieldValues(action.input, known), [action, known]);
  const draft = changed ?? suggested;
  const send = async () => {
    const input = toActionInput(action.input, draft);
    setOutcome(await runAndCollectEvents(() => callControl(`POST actions/${api}/${action.name}`, input)));
  };
  return (
    <Detail
      label={action.name}
      back={[linkTo('simulate'), 'All actions']}
      about={<p class="muted">{action.summary}.</p>}
    >
      <ServerActionForm send={send} button="Run">
        <SchemaFields schema={action.input} draft={draft} onChange={setChanged} known={known} />
      </ServerActionForm>
      {outcome === undefined ? null : (
        <Happened
          events={outcome.events}
          summary={
            <>
              <strong>Done.</strong> {outcome.events.length === 0 ? null : 'Effects:'}
            </>
          }
        >
          <JsonView value={outcome.answer} />
        </Happened>
      )}
    </Detail>
  );
}
