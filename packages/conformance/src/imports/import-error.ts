/** A foreign file that cannot be imported. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}
