/** A complete response. Comparisons use its status and body. */
export class SeenResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of any shape
  readonly body: any;
  readonly #headers: Headers;
  readonly #bytes: Uint8Array;

  private constructor(status: number, headers: Headers, bytes: Uint8Array) {
    this.status = status;
    this.#headers = headers;
    this.#bytes = bytes;
    const isJson = headers.get('content-type')?.includes('json') ?? false;
    if (bytes.length > 0) this.body = isJson ? JSON.parse(this.text) : this.text;
  }

  /** Reads a complete response. JSON is parsed, other bodies are text, and an empty body is undefined. */
  static async of(response: Response): Promise<SeenResponse> {
    return new SeenResponse(response.status, response.headers, new Uint8Array(await response.arrayBuffer()));
  }

  get headers(): Headers {
    return this.#headers;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get text(): string {
    return new TextDecoder().decode(this.#bytes);
  }
}
