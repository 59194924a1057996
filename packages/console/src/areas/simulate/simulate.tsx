import { useMemo, useState } from 'preact/hooks';
import { call } from '../../api/call';
import { useKnownKeys } from '../../api/known-keys';
import type { ActionInfo, ApiInfo, Info, JournalEntry } from '../../api/types';
import { useLoad } from '../../api/use-load';
import { Empty, Failed } from '../../parts/empty';
import { Form, Text } from '../../parts/form';
import { Happened, watching } from '../../parts/happened';
import { Heading } from '../../parts/heading';
import { Json } from '../../parts/json';
import { type Draft, draftOf, inputOf } from '../../parts/schema.js';
import { SchemaFields } from '../../parts/schema-fields.js';
import { linkTo, place } from '../../route';

/** A form for each action of each API, generated from its schema. */
export function Simulate() {
  const { value: info, error } = useLoad('info', () => call<Info>('GET '), true);
  const [text, setText] = useState('');
  const [api, action] = place.value.parts;
  const offered = (info?.apis ?? []).flatMap((each) => fitting(each, text));
  const found = info?.apis.find(({ name }) => name === api)?.actions.find(({ name }) => name === action);
  return (
    <>
      <Heading title="Simulate" about="Actions by people and other systems that no API request can perform." />
      <Failed error={error} />
      <div class={found === undefined ? 'pair' : 'pair chosen'}>
        <section class="panel pair-list" aria-label="Actions">
          <Text type="search" label="Search actions" placeholder="Search actions" value={text} onChange={setText} />
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
          {info !== undefined && offered.length === 0 ? <Empty title="No matching action" /> : null}
        </section>
        {api === undefined || found === undefined ? (
          <section class="panel pair-detail" aria-label="Action">
            <Empty title="Choose an action">
              Each action has a form with default values. Change them and run the action.
            </Empty>
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
  const known = useKnownKeys(api);
  const [changed, setChanged] = useState<Draft>();
  const [outcome, setOutcome] = useState<Outcome>();
  const suggested = useMemo(() => draftOf(action.input, known), [action, known]);
  const draft = changed ?? suggested;
  const send = async () => {
    const input = inputOf(action.input, draft);
    setOutcome(await watching(() => call(`POST actions/${api}/${action.name}`, input)));
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
      <Form send={send} button="Run">
        <SchemaFields schema={action.input} draft={draft} onChange={setChanged} known={known} />
      </Form>
      {outcome === undefined ? null : (
        <div class="happened" role="status">
          <p>
            <strong>Done.</strong> {outcome.events.length === 0 ? null : 'Effects:'}
          </p>
          <Happened events={outcome.events} />
          <Json value={outcome.answer} />
        </div>
      )}
    </section>
  );
}
