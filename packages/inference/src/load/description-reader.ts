/** The reader of a description. For a simulator, missing parts are added. A judge reads only what the author wrote. */
export type DescriptionReader = 'simulator' | 'judge';
