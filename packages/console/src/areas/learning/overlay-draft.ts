import { callControl } from '../../api/call-control.js';
import { membersOf } from '../../api/members-of.js';
import type { ApiBehavior } from '../../api/types.js';

interface Action {
  readonly target: string;
  readonly update: Readonly<Record<string, unknown>>;
}

/** An Overlay as text; empty for none. */
export function formatOverlay(overlay: unknown): string {
  return overlay === undefined ? '' : JSON.stringify(overlay, undefined, 2);
}

/** Returns a draft with an action, in place of the review that it replaces. @throws Error unless the draft is JSON */
export function addAction(draft: string, action: Action): string {
  const { actions, ...overlay } = withoutReview(draft, action);
  return formatOverlay({ ...overlay, actions: [...actions, action] });
}

/** Returns a draft without the review of a statement. @throws Error unless the draft is JSON */
export function removeReview(draft: string, target: string): string {
  const left = withoutReview(draft, { target, update: { review: '' } });
  return left.actions.length === 0 ? '' : formatOverlay(left);
}

function withoutReview(draft: string, action: Action): { readonly actions: readonly Action[] } {
  const { actions = [], ...overlay }: { actions?: readonly Action[] } = membersOf(parsed(draft) ?? empty);
  return { ...overlay, actions: actions.filter((each) => !isReview(each, action)) };
}

const empty = { overlay: '1.0.0', info: { title: 'Corrections', version: '1' } };

function isReview({ target, update }: Action, { target: other, update: { review } }: Action): boolean {
  return target === other && review !== undefined && membersOf(update)['review'] !== undefined;
}

/** Applies a draft, or only shows its effect. @throws Error unless it is JSON, or what the server says against it */
export async function setOverlay(api: string, draft: string, dryRun: boolean): Promise<ApiBehavior> {
  return await callControl<ApiBehavior>(`PUT apis/${api}/overlay`, { overlay: parsed(draft), dryRun });
}

function parsed(draft: string): unknown {
  if (draft.trim() === '') return null;
  try {
    return JSON.parse(draft);
  } catch (error) {
    throw new Error(`The overlay must be JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
