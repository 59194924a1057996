/** States of work that has not begun. */
export const waitingStates =
  /^(?:queued|pending|accepted|submitted|created|new|scheduled|waiting|notstarted|received|requested|enqueued)$/;
/** States of work that is being done. */
export const workingStates =
  /^(?:running|processing|inprogress|started|working|executing|active|validating|generating|building)$/;
/** States of work that went well. */
export const doneStates = /^(?:succeeded|success|successful|done|completed?|finished|ready|available|processed)$/;
/** States of work that went wrong. */
export const failedStates = /^(?:failed|failure|error|errored|aborted)$/;
/** Members with the time at which work ended or began. */
export const endMembers = /^(?:finished|completed|ended|done|processed|succeeded)(?:at|on|time|date)?$/;
export const startMembers = /^(?:started|begun|processing)(?:at|on|time|date)$/;
/** Members with the part of the work that is done. */
export const progressMembers = /^(?:progress|percent|percentage|percentcomplete|completion|percentdone)$/;
/** Members with the address of the result, not of the job. */
export const resultMembers = /^(?:file|download|result|output|report|export)(?:url|uri|link|href)$/;
/** Words of a refusal of what is not there yet. */
export const saysNotReady =
  /\bnot (?:yet )?(?:ready|done|finished|complete|completed|available)\b|\bstill (?:running|processing|being)\b/i;
