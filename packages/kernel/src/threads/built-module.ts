/**
 * Address of a built module, for a worker thread: worker threads run the built files, also when the caller runs from
 * its sources.
 *
 * @param from `import.meta.url` of the caller, in `src/` or `dist/` of its package
 * @param relative path of the module from the caller, with the ending `.js`
 */
export function builtModule(from: string, relative: string): string {
  return new URL(relative, from).href.replace(/\/src\/(?!.*\/src\/)/, '/dist/');
}
