/** The data folder cannot be used. The message states the reason and a solution. */
export class DataFolderError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DataFolderError';
  }
}
