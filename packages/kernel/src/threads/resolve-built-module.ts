/**
 * Resolves the URL of a built module for a worker thread. Threads run built files even if the caller runs from sources.
 * @param from `import.meta.url` of the caller
 */
export function resolveBuiltModule(from: string, relative: string): string {
  return new URL(relative, from).href.replace(/\/src\/(?!.*\/src\/)/, '/dist/');
}
