import { ContractError, createErrorFinding, joinPointer, suggestName } from '@understudy/contract';
import { type BehaviorModel, effectOf, namesOf } from './behavior-model.js';
import { nameForm } from './name-form.js';
import { findIncomplete, readsRecord } from './read-model.js';

/** Details of a statement that have no effect unless one of the listed details is also present. */
type Needed = Readonly<Record<string, readonly string[]>>;

const [list, either, login, reference] = [['list'], ['list', 'stream'], ['login'], ['refersTo']];
const ofOperation: Needed = {
  ...{ where: either, like: list, search: list, since: list, labels: list, sort: list, page: list, across: list },
  ...{ refers: list, under: list, only: list, by: login, password: login, if: ['stream'] },
  ...{ with: ['each'], as: ['each'] },
  item: ['add', 'remove', 'part'],
};
const ofMember: Needed = {
  ...{ on: ['value'], given: ['value'], per: ['form'], missing: reference, deleted: reference, where: reference },
};

/**
 * Checks user changes against the whole model: each statement must be complete, and each line must have an effect.
 *
 * @throws ContractError with a finding for each invalid line
 */
export function checkChanges(model: BehaviorModel, changes: BehaviorModel): void {
  const wrong = findIncomplete(model);
  const add = (at: string, message: string) =>
    wrong.push(createErrorFinding('model/statement', `${at}: ${message}`, at));
  const checkDetails = (needed: Needed, lines: object, statement: object | undefined, at: string) => {
    for (const [name, others] of Object.entries(needed)) {
      const isGiven = ((lines as Readonly<Record<string, unknown>>)[name] ?? null) !== null;
      if (isGiven && !others.some((other) => Object.hasOwn(statement ?? {}, other)))
        add(joinPointer(at, name), `It has no effect without ${others.map((each) => `"${each}"`).join(' or ')}.`);
    }
  };
  for (const [id, lines] of Object.entries(changes.operations ?? {})) {
    const at = joinPointer('/operations', id);
    const statement = model.operations?.[id];
    checkDetails(ofOperation, lines ?? {}, statement, at);
    if (statement === undefined || effectOf(statement) !== undefined || !readsRecord(lines?.answer)) continue;
    const asNeeds =
      statement.as === undefined ? '' : ` "as" needs one, too: act, with the resource of ${statement.as}.`;
    add(
      joinPointer(at, 'answer'),
      `"self" and "results" have no value without an effect, such as list or read.${asNeeds}`,
    );
  }
  for (const [resource, lines] of Object.entries(changes.resources ?? {})) {
    const statement = model.resources?.[resource];
    const transitions = Object.keys(statement?.lifecycle?.transitions ?? {});
    const events = ['create', 'change', 'login', ...transitions, ...Object.keys(model.operations ?? {})];
    for (const [path, member] of Object.entries(lines?.members ?? {})) {
      const at = joinPointer('/resources', resource, 'members', path);
      checkDetails(ofMember, member ?? {}, statement?.members?.[path], at);
      for (const event of namesOf(member?.on))
        if (!events.includes(event))
          add(
            joinPointer(at, 'on'),
            `There is no event, transition or operation "${event}".${suggestName(event, events)}`,
          );
    }
  }
  for (const [id, all] of Object.entries(changes.responses ?? {}))
    for (const [name, lines] of Object.entries(all ?? {}))
      for (const part of ['status', 'answer'] as const)
        if (lines?.pass === true && lines[part] !== undefined)
          add(joinPointer('/responses', id, name, part), 'It has no effect beside "pass".');
  if (wrong.length > 0) throw new ContractError(nameForm(wrong));
}
