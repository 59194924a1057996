/** The reader of a description. A simulator completes it, and a judge reads only what its author wrote. */
export type DescriptionReader = 'simulator' | 'judge';
