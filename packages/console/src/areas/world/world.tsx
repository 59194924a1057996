import { useMemo, useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { useKnownKeys } from '../../api/known-keys.js';
import type { ActionInfo, ApiInfo, Info, JournalEntry } from '../../api/types.js';
import { useLoad } from '../../api/use-load.js';
import { Empty, Failed } from '../../parts/empty.js';
import { Form, Text } from '../../parts/form.js';
import { Happened, watching } from '../../parts/happened.js';
import { Heading } from '../../parts/heading.js';
import { Json } from '../../parts/json.js';
import { linkTo, place } from '../../route.js';
import { type Draft, draftOf, inputOf } from './schema.js';
import { SchemaFields } from './schema-fields.js';

/** What only the outside world can do: a form for each action of each API, made from its schema. */
export function World() {
  const { value: info, error } = useLoad('info', () => call<Info>('GET '), true);
  const [text, setText] = useState('');
  const [api, action] = place.value.parts;
  const offered = (info?.apis ?? []).flatMap((each) => fitting(each, text));
  const found = info?.apis.find(({ name }) => name === api)?.actions.find(({ name }) => name === action);
  return (
    <>
      <Heading title="The world" about="What no request can do, because a person or another system does it." />
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
                      href={linkTo(`world/${name}/${each.name}`)}
                      aria-current={name === api && each.name === action ? 'true' : undefined}
                    >
                      <strong>{each.name}</strong> <span>{each.summary}</span>
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          {info !== undefined && offered.length === 0 ? <Empty title="No action fits" /> : null}
        </section>
        {api === undefined || found === undefined ? (
          <section class="panel pair-detail" aria-label="Action">
            <Empty title="Choose what happens">
              Each action has a form with values that make sense; change what you like, then run it.
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
        <a class="back" href={linkTo('world')}>
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
            <strong>Done.</strong> {outcome.events.length === 0 ? null : 'It brought about:'}
          </p>
          <Happened events={outcome.events} />
          <Json value={outcome.answer} />
        </div>
      )}
    </section>
  );
}
