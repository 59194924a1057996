declare module 'autocannon' {
  /** `duration` is in seconds; `amount` is the total number of requests. */
  interface Request {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }
  interface Load extends Request {
    readonly url: string;
    readonly connections: number;
    readonly duration?: number;
    readonly amount?: number;
    /** Each connection sends them in turn. */
    readonly requests?: readonly Request[];
  }
  /** `requests.average` counts the requests of one second. */
  interface Result {
    readonly latency: { readonly average: number; readonly p99: number };
    readonly requests: { readonly average: number };
    readonly non2xx: number;
    readonly errors: number;
  }
  export default function autocannon(load: Load): Promise<Result>;
}
