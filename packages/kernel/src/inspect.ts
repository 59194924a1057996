/** What the views of `understudy inspect` are made of. */
export type { Asked, InspectView, Look, Looked, Screen } from './inspect/inspect-view.js';
export { textTable } from './inspect/text-table.js';
