/** What the views of `understudy inspect` are made of. */
export type { Asked, InspectView, Look, Looked, Screen } from './api/inspect-view.js';
export { textTable } from './api/text-table.js';
