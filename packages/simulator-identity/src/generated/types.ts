// Generated from specs/ by `npm run generate`; change the description instead.

export interface paths {
    "/connect/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request an access token
         * @description The client credentials travel in the form. The names of the form's parameters are matched without regard to case and in any order; the same name twice, also in two spellings, answers `invalid_request`.
         */
        post: operations["requestToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description All four parameters are needed. `grant_type` is `client_credentials`; anything else answers `unsupported_grant_type`. */
        TokenRequest: {
            /** @example client_credentials */
            grant_type?: string;
            /** @example demo-client */
            client_id?: string;
            /** @example demo-secret */
            client_secret?: string;
            /**
             * @description The scope of an API, `<platform scope prefix>-<env>:<suffix>` with env `stage` or `prod`; suffix `io` for inventory, `td` for time registration, `pd` for payroll.
             * @example understudy-stage:io
             */
            scope?: string;
        } & {
            [key: string]: string;
        };
        TokenResponse: {
            access_token: string;
            /** @description Seconds until the token expires; at most 60 minutes. */
            expires_in: number;
            /** @constant */
            token_type: "Bearer";
            /** @description The scope granted. */
            scope: string;
        };
        TokenError: {
            /** @enum {string} */
            error: "invalid_client" | "invalid_request" | "unsupported_grant_type" | "invalid_scope";
            error_description?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Tokens are never cached.
         * @example no-store
         */
        NoStore: "no-store";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    requestToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grant_type": "client_credentials",
                 *       "client_id": "demo-client",
                 *       "client_secret": "demo-secret",
                 *       "scope": "understudy-stage:io"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description An access token. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["NoStore"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "demo-access-token",
                     *       "expires_in": 3600,
                     *       "token_type": "Bearer",
                     *       "scope": "understudy-stage:io"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            /** @description No token; `error` tells why. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["NoStore"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description No token; the client tried to authenticate with HTTP Basic. */
            401: {
                headers: {
                    "Cache-Control": components["headers"]["NoStore"];
                    /**
                     * @description The scheme that the client used.
                     * @example Basic realm="token"
                     */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_client",
                     *       "error_description": "Send client_id and client_secret in the form."
                     *     }
                     */
                    "application/json": components["schemas"]["TokenError"];
                };
            };
        };
    };
}
