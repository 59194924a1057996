import type { BehaviorModel } from '../../api/types.js';

/** A statement of a behavior model. */
export interface ModelStatement {
  /** JSON Pointer of the statement, such as `/resources/orders/members/total`. */
  readonly pointer: string;
  readonly value: unknown;
  /** The rule and evidence behind it. Undefined if a person wrote it or it follows from the description. */
  readonly why: string | undefined;
}

/** Members of a resource that map names to statements. */
const maps = new Set(['members', 'unique', 'holds', 'transitions']);
const unlisted = new Set(['understudy', 'inferred', 'because']);

/** Lists the statements of a model, in its order. */
export function listStatements(model: BehaviorModel): ModelStatement[] {
  const reasons = Object.entries(membersOf(model['because']));
  const statements: ModelStatement[] = [];
  const add = (path: readonly string[], value: unknown) => {
    const pointer = path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    // A reason can belong to a nested member. Each transition is a separate statement.
    const own = reasons.filter(
      ([at]) => at === pointer || (at.startsWith(`${pointer}/`) && !at.startsWith(`${pointer}/transitions/`)),
    );
    const why = [...new Set(own.map(([, reason]) => describeReason(reason)))].join('; ');
    statements.push({ pointer, value, why: why === '' ? undefined : why });
  };
  const addMap = (path: readonly string[], value: unknown) => {
    for (const [name, each] of Object.entries(membersOf(value))) add([...path, name], each);
  };
  for (const [part, value] of Object.entries(model)) {
    if (unlisted.has(part)) continue;
    if (part === 'resources') {
      for (const [name, resource] of Object.entries(membersOf(value)))
        for (const [member, each] of Object.entries(membersOf(resource))) {
          const path = [part, name, member];
          const { transitions, ...others } = membersOf(each);
          if (maps.has(member)) addMap(path, each);
          else if (transitions === undefined) add(path, each);
          else {
            add(path, others);
            addMap([...path, 'transitions'], transitions);
          }
        }
    } else if (part === 'operations') addMap([part], value);
    else add([part], value);
  }
  return statements;
}

function describeReason(reason: unknown): string {
  const { rule, from, says } = membersOf(reason);
  return [rule, says === undefined ? undefined : `“${says}”`, from].filter((part) => part !== undefined).join(' · ');
}

/** Adds a statement to the changed lines. @throws Error unless the lines are JSON */
export function addStatement(draft: string, { pointer, value }: Pick<ModelStatement, 'pointer' | 'value'>): string {
  const model = parseDraft(draft);
  let at: Record<string, unknown> = model;
  const names = pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = names.pop() ?? '';
  for (const name of names) {
    const next = { ...membersOf(at[name]) };
    at[name] = next;
    at = next;
  }
  at[last] = value;
  return formatDraft(model);
}

/** Adds lines to the changed lines. @throws Error unless the lines are JSON */
export function addLines(draft: string, lines: Readonly<Record<string, unknown>>): string {
  return formatDraft(merged(parseDraft(draft), lines));
}

function merged<Lines extends Readonly<Record<string, unknown>>>(
  lines: Lines,
  further: Readonly<Record<string, unknown>>,
): Lines {
  const members = Object.entries(further).map(([name, value]) => {
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [name, isMap ? merged(membersOf(lines[name]), membersOf(value)) : value];
  });
  return { ...lines, ...Object.fromEntries(members) };
}

/** Formats the changed lines. Empty if there are none. */
export function formatDraft(model: BehaviorModel | undefined): string {
  const { understudy, ...lines } = model ?? {};
  return Object.keys(lines).length === 0 ? '' : JSON.stringify({ understudy: understudy ?? 1, ...lines }, undefined, 2);
}

/** @throws Error unless the draft is a JSON object */
export function parseDraft(draft: string): Record<string, unknown> & { understudy: 1 } {
  let given: unknown;
  try {
    given = draft.trim() === '' ? {} : JSON.parse(draft);
  } catch (error) {
    throw new Error(`The changed lines must be JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Error('The changed lines must be a JSON object');
  return { ...given, understudy: 1 };
}

const plainText = /^[A-Za-z_=][\w .()+*/=<>!&|?;$-]*$/;

/** Formats a value as one line of YAML, such as `{ refersTo: customers }`. */
export function toFlowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toFlowText).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, each]) => `${name}: ${toFlowText(each)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return typeof value === 'string' && plainText.test(value) ? value : JSON.stringify(value);
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
