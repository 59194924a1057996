import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { callControl } from '../../api/call-control.js';
import { isReadOnly } from '../../api/server-info.js';
import type { ApiBehavior, BehaviorModel, ModelTrial } from '../../api/types.js';
import { useControl, useLoad } from '../../api/use-load.js';
import { ActionButton, Download } from '../../parts/buttons.js';
import { Differences } from '../../parts/differences.js';
import { EmptyState, LoadError } from '../../parts/load-states.js';
import { Panel } from '../../parts/panel.js';
import { FormField, SearchInput, useField } from '../../parts/server-action-form.js';
import { StatusTag } from '../../parts/status-tag.js';
import { useSettled } from '../../parts/use-settled.js';
import { currentRoute, linkTo } from '../../route.js';
import { CompletingArea, completionsAt } from './completing-area.js';
import { LearnedStatements } from './learned-statements.js';
import {
  addLines,
  addStatement,
  formatDraft,
  listStatements,
  type ModelStatement,
  parseDraft,
  toFlowText,
} from './model-statements.js';
import { hasForm, StatementForm } from './statement-form.js';

/** Milliseconds without a keystroke before a draft is checked. */
const pause = 400;
/** Statements shown at a time. */
const most = 100;

interface ModelProps {
  readonly api: string;
  readonly behavior: ApiBehavior;
  readonly reloadBehavior: () => Promise<void>;
}

/** The behavior model of an API: each statement with its reason, and an editor of the changed lines. */
export function BehaviorModelEditor({ api, behavior, reloadBehavior }: ModelProps) {
  const path = `apis/${api}/model`;
  const { value: served, error, reload } = useControl<BehaviorModel>(`${path}?whole=true`, true);
  const { value: changes, reload: reloadChanges } = useControl<BehaviorModel>(path, true);
  const [edited, setEdited] = useState<string>();
  const [formed, setFormed] = useState<string>();
  const current = formatDraft(changes);
  const draft = edited ?? current;
  const settled = useSettled(draft, pause);
  const isChanged = changes !== undefined && settled !== current;
  const attempt = async (text: string, last: number) =>
    await callControl<ModelTrial>(`POST ${path}/try?last=${last}`, parseDraft(text));
  const preview = useLoad(isChanged ? settled : undefined, (text) => attempt(text, 0), true);
  if (served === undefined) return <LoadError error={error} />;
  const before = listStatements(served);
  const after = preview.value === undefined || !isChanged ? before : listStatements(preview.value.model);
  const reasons = new Map(behavior.operations.map(({ operationId, why }) => [`/operations/${operationId}`, why]));
  const rows = compareStatements(before, after).map((row) => ({ ...row, why: row.why ?? reasons.get(row.pointer) }));
  const apply = async (text: string) => {
    await callControl(`PUT ${path}`, parseDraft(text));
    await Promise.all([reload(), reloadChanges(), reloadBehavior()]);
    setEdited(undefined);
    return 'Applied until the server stops. Save the changed lines to keep them.';
  };
  const edit = (text: string) => {
    setEdited(text);
    setFormed(undefined);
    document.querySelector<HTMLElement>('#model textarea')?.focus();
  };
  const take = (statement: Pick<ModelStatement, 'pointer' | 'value'>) => edit(addStatement(draft, statement));
  const correct = (statement: ModelStatement) => {
    if (hasForm(statement)) setFormed(statement.pointer);
    else take(statement);
  };
  const formOf = (statement: ModelStatement) =>
    statement.pointer === formed ? (
      <StatementForm
        statement={statement}
        change={(value) => take({ pointer: statement.pointer, value })}
        cancel={() => setFormed(undefined)}
      />
    ) : null;
  return (
    <>
      {behavior.statements.length === 0 ? null : (
        <LearnedStatements
          statements={behavior.statements}
          review={(pointer, decision) =>
            apply(addStatement(draft, { pointer: `${pointer}/review`, value: decision ?? null }))
          }
        />
      )}
      <UnreadSentences unread={behavior.unread} decide={(lines) => edit(addLines(draft, lines))} />
      <StatementTable rows={rows} correct={correct} formOf={formOf} />
      {isReadOnly() ? null : (
        <section class="panel" id="model" aria-label="Changed lines">
          <h2>Changed lines</h2>
          <FormField
            label="Changed lines of the model (JSON)"
            hint="Merged over what was inferred; null removes a statement. The effect is shown above while you type. Arrow down chooses a completion, Ctrl+Space lists all. Stored data stays."
            error={isChanged ? preview.error : undefined}
          >
            <CompletingArea
              rows={Math.min(24, Math.max(6, draft.split('\n').length))}
              value={draft}
              maxLength={1_000_000}
              onChange={setEdited}
              complete={(text) => completionsAt(text, served)}
            />
          </FormField>
          <div class="buttons">
            <ActionButton kind="primary" disabled={draft === current} run={() => apply(draft)}>
              Apply the lines
            </ActionButton>
            <button type="button" disabled={draft === current} onClick={() => setEdited(undefined)}>
              Discard the lines
            </button>
            <Download name={`${api}.model.json`} text={async () => draft}>
              Save the lines as a file
            </Download>
            <span role="status" class="muted">
              {isChanged && preview.value !== undefined
                ? `Statements that would change: ${rows.filter(({ change }) => change !== undefined).length}.`
                : ''}
            </span>
          </div>
          {isChanged && draft === settled && preview.value !== undefined ? (
            <ComparedResponses key={settled} compare={() => attempt(settled, 50)} />
          ) : null}
        </section>
      )}
    </>
  );
}

interface ComparedProps {
  readonly compare: () => Promise<ModelTrial>;
}

/** The responses to recorded requests before and after a change. */
function ComparedResponses({ compare }: ComparedProps) {
  const [trial, setTrial] = useState<ModelTrial>();
  return (
    <>
      <div class="buttons">
        <ActionButton run={async () => setTrial(await compare())}>Compare responses</ActionButton>
        <span role="status" class="muted">
          {trial === undefined
            ? ''
            : `${trial.responses.length} of ${trial.tried} recorded requests get another response.`}
        </span>
      </div>
      {trial?.responses.map(({ entry, method, url, before, after, members }) => (
        <details key={entry} class="compared">
          <summary>
            <code>{`${method} ${url}`}</code> {before === after ? before : `${before} → ${after}`}
          </summary>
          <p>
            <a href={linkTo(`traffic/${entry}`)}>Recorded request</a>
          </p>
          <Differences differences={members} titles={['Before', 'After']} />
        </details>
      ))}
    </>
  );
}

interface UnreadProps {
  readonly unread: ApiBehavior['unread'];
  /** Adds the model lines for a sentence, with the decision about it. */
  readonly decide: (lines: Readonly<Record<string, unknown>>) => void;
}

/** Sentences that look like rules but are not simulated, each with model lines to complete. */
function UnreadSentences({ unread, decide }: UnreadProps) {
  if (unread.length === 0) return null;
  return (
    <Panel title="Sentences that are not simulated">
      <ul class="statements">
        {unread.map(({ from, says, proposal }) => (
          <li key={`${from} ${says}`}>
            <div class="statement-part">
              {says}
              <p class="muted">{from}</p>
            </div>
            <div class="statement-part">
              <code>{toFlowText(proposal)}</code>
            </div>
            {isReadOnly() ? null : (
              <span class="buttons">
                <button
                  type="button"
                  aria-label={`Complete: ${says}`}
                  onClick={() => decide({ ...proposal, sentences: { [says]: 'accepted' } })}
                >
                  Complete
                </button>
                <button
                  type="button"
                  aria-label={`Refuse: ${says}`}
                  onClick={() => decide({ sentences: { [says]: 'refused' } })}
                >
                  Refuse
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface Row extends ModelStatement {
  readonly change: 'changed' | 'new' | 'removed' | undefined;
  readonly earlier: unknown;
}

/** Returns the statements after a change, including removed ones. Changed statements come first. */
function compareStatements(before: readonly ModelStatement[], after: readonly ModelStatement[]): Row[] {
  const earlier = new Map(before.map((each) => [each.pointer, each]));
  const now = new Set(after.map(({ pointer }) => pointer));
  const rows = after.map((each): Row => {
    const old = earlier.get(each.pointer);
    const isSame = JSON.stringify(old?.value) === JSON.stringify(each.value);
    return { ...each, earlier: old?.value, change: old === undefined ? 'new' : isSame ? undefined : 'changed' };
  });
  const removed = before
    .filter(({ pointer }) => !now.has(pointer))
    .map((each): Row => ({ ...each, earlier: each.value, change: 'removed' }));
  const isChanged = ({ change }: Row) => change !== undefined;
  return [...removed, ...rows.filter(isChanged), ...rows.filter((row) => !isChanged(row))];
}

interface TableProps {
  readonly rows: readonly Row[];
  readonly correct: (statement: ModelStatement) => void;
  readonly formOf: (statement: ModelStatement) => ComponentChildren;
}

function StatementTable({ rows, correct, formOf }: TableProps) {
  const text = useField(currentRoute.value.query.get('search') ?? '');
  const wanted = text.value.toLowerCase();
  const found = rows.filter((each) =>
    JSON.stringify([each.pointer, each.value, each.why]).toLowerCase().includes(wanted),
  );
  const shown = found.slice(0, most);
  return (
    <Panel title="Behavior model">
      <div class="bar">
        <SearchInput label="Search the model" placeholder="Search statements" {...text} />
        <span class="count">
          {shown.length === found.length
            ? `${found.length} statements`
            : `${shown.length} of ${found.length} statements`}
        </span>
      </div>
      {shown.length === 0 ? <EmptyState title="No statements" /> : null}
      <ul class="statements">
        {shown.map((row) => (
          <li key={row.pointer} aria-label={row.pointer}>
            <div class="statement-part">
              <code>{row.pointer.slice(1)}</code>{' '}
              {row.change === undefined ? null : <StatusTag tone="warn">{row.change}</StatusTag>}
              {row.why === undefined ? null : <p class="muted">{row.why}</p>}
            </div>
            <div class="statement-part">
              {row.change === 'removed' ? <del>{toFlowText(row.value)}</del> : <code>{toFlowText(row.value)}</code>}
              {row.change === 'changed' ? <p class="muted">Before: {toFlowText(row.earlier)}</p> : null}
            </div>
            {isReadOnly() ? null : (
              <button type="button" aria-label={`Correct ${row.pointer.slice(1)}`} onClick={() => correct(row)}>
                Correct
              </button>
            )}
            {formOf(row)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
