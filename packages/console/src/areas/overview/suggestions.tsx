import { useState } from 'preact/hooks';
import { callControl } from '../../api/call-control.js';
import { knownKeys } from '../../api/known-keys.js';
import type { ApiInfo, CollectionInfo, DueTimer, JournalEntry } from '../../api/types.js';
import { useControl } from '../../api/use-load.js';
import { ActionButton } from '../../parts/buttons.js';
import { Happened, runAndCollectEvents } from '../../parts/event-list.js';
import { createFieldValues, type InputSchema, toActionInput } from '../../parts/input-schema.js';
import { linkTo } from '../../route.js';

interface SuggestionsProps {
  readonly apis: readonly ApiInfo[];
  readonly collections: readonly CollectionInfo[] | undefined;
}

/** Buttons that change the sandbox without any input, and their effects. */
export function Suggestions({ apis, collections }: SuggestionsProps) {
  const { value: due } = useControl<{ timers: DueTimer[] }>('timers');
  const [outcome, setOutcome] = useState<{ readonly name: string; readonly events: readonly JournalEntry[] }>();
  const next = due?.timers[0]?.at;
  const run = (name: string, line: string, body: () => unknown) => async () => {
    setOutcome({ name, events: (await runAndCollectEvents(() => callControl(line, body()))).events });
  };
  const ready = apis.flatMap(({ name: api, actions }) => {
    const known = knownKeys(collections ?? [], api);
    return actions.flatMap(({ name, suggestion, input }) => {
      const draft = createFieldValues(input, known);
      const { required = [] }: InputSchema = input;
      const isReady = suggestion !== undefined && required.every((member) => draft[member] !== '');
      return isReady
        ? [{ line: `POST actions/${api}/${name}`, suggestion, body: () => toActionInput(input, draft) }]
        : [];
    });
  });
  return (
    <section class="panel" aria-label="Make something happen">
      <h2>
        Make something happen{' '}
        <a class="section-link" href={linkTo('simulate')}>
          Show all actions
        </a>
      </h2>
      <div class="buttons">
        <ActionButton
          disabled={next === undefined}
          run={run('Advanced to the next event.', 'POST clock/advance', () => ({ to: next }))}
        >
          Advance to the next event
        </ActionButton>
        <ActionButton run={run('A month has passed.', 'POST clock/advance', () => ({ by: 'P30D' }))}>
          Let a month pass
        </ActionButton>
        {ready.map(({ line, suggestion, body }) => (
          <ActionButton key={line} run={run(`Done: ${suggestion}.`, line, body)}>
            {suggestion}
          </ActionButton>
        ))}
      </div>
      {outcome === undefined ? null : (
        <Happened
          events={outcome.events}
          summary={
            <>
              <strong>{outcome.name}</strong> {outcome.events.length === 0 ? 'Nothing else happened.' : 'Effects:'}
            </>
          }
        />
      )}
    </section>
  );
}
