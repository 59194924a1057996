/** States of jobs that have not started. */
export const waitingStates =
  /^(?:queued|pending|accepted|submitted|created|new|scheduled|waiting|notstarted|received|requested|enqueued)$/;
/** States of jobs in progress. */
export const workingStates =
  /^(?:running|processing|inprogress|started|working|executing|active|validating|generating|building)$/;
/** States of jobs that succeeded. */
export const doneStates = /^(?:succeeded|success|successful|done|completed?|finished|ready|available|processed)$/;
/** States of jobs that failed. */
export const failedStates = /^(?:failed|failure|error|errored|aborted)$/;
/** Members with the start or end time of a job. */
export const endMembers = /^(?:finished|completed|ended|done|processed|succeeded)(?:at|on|time|date)?$/;
export const startMembers = /^(?:started|begun|processing)(?:at|on|time|date)$/;
/** Members with the progress of a job. */
export const progressMembers = /^(?:progress|percent|percentage|percentcomplete|completion|percentdone)$/;
/** Members with the URL of the result instead of the job. */
export const resultMembers = /^(?:file|download|result|output|report|export)(?:url|uri|link|href)$/;
/** Words of errors about a result that is not ready yet. */
export const saysNotReady =
  /\bnot (?:yet )?(?:ready|done|finished|complete|completed|available)\b|\bstill (?:running|processing|being)\b/i;
