declare module 'autocannon' {
  /** What is sent, how often at once (`connections`), and how long (`duration`, in seconds) or how often in all (`amount`). */
  interface Load {
    readonly url: string;
    readonly connections: number;
    readonly duration?: number;
    readonly amount?: number;
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }
  /** What came back; `requests.average` counts those of a second. */
  interface Result {
    readonly requests: { readonly average: number };
    readonly non2xx: number;
    readonly errors: number;
  }
  export default function autocannon(load: Load): Promise<Result>;
}
