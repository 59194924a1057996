// Generated from specs/ by `npm run generate`; change the description instead.

export interface paths {
    "/_sim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe the server and the sandbox
         * @description Name and version of the server, the sandbox that the path speaks about, its clock, and each simulated API with
         *     the addresses a client needs and the actions that `runAction` offers. A good first request: a client that is
         *     given only this address can find everything else.
         */
        get: operations["getInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this description
         * @description The OpenAPI description of the control plane as one JSON document without references to other files, ready for
         *     a client generator or an API viewer.
         */
        get: operations["getControlDescription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/sandboxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sandboxes of the server
         * @description All sandboxes of the server, `default` among them, whichever sandbox the path speaks about.
         */
        get: operations["listSandboxes"];
        put?: never;
        /**
         * Create a sandbox
         * @description Creates an isolated world and answers with its `url`. Give that address to any unmodified client as the base
         *     URL of an API: everything the client does then happens in this sandbox.
         *
         *     Only `name` is required; whatever is left out is as the server was started. A name that is taken answers 409
         *     and leaves the existing sandbox as it is.
         */
        post: operations["createSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/sandboxes/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The sandbox to delete.
                 * @example b2
                 */
                name: components["parameters"]["SandboxName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a sandbox
         * @description Removes the sandbox with all that is in it. Requests to its address answer 404 from then on. The sandbox
         *     `default` cannot be deleted (409); `resetSandbox` empties it.
         */
        delete: operations["deleteSandbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put the sandbox back to its beginning
         * @description Restores the state of the sandbox's seed, and the clock and the settings it was created with. The journal and
         *     the inboxes are emptied, told answers included; jobs, timers and pending deliveries are dropped. Use it between
         *     tests that share a sandbox.
         */
        post: operations["resetSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/seed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the state of the sandbox by a seed
         * @description Replaces all stored state, either by a seed that the server knows by name or by data of your own. `data` has one
         *     member for each API, named as in `getInfo`; what it may contain is described with the simulator of that API.
         *     The new seed is also the one that `resetSandbox` returns to. Clock and settings stay.
         */
        post: operations["seedSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the clock
         * @description The mode and the present instant of the sandbox's clock, and how many timers wait for it.
         */
        get: operations["getClock"];
        /**
         * Choose how time passes
         * @description Replaces the mode of the clock, and its present instant when `at` is given. Without `at` a `manual` or `scaled`
         *     clock goes on from the instant that is now shown, and a `real` clock shows the time of the machine.
         *
         *     Timers that are due at the new instant fire before the answer. Setting is the only way back in time; it undoes
         *     nothing that has happened.
         */
        put: operations["setClock"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move time forward and let everything happen
         * @description Moves the clock forward, `by` a duration or `to` an instant. Every timer that falls due on the way fires at its
         *     own instant, in order, and so do the timers which those set in turn. The answer comes once the world is settled:
         *     jobs have ended, webhooks have been attempted, nothing is left to do at the new instant. A test therefore needs
         *     no sleep. `by: PT0S` only settles.
         *
         *     An instant before the present one answers 400.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings
         * @description Every setting of the sandbox with its present value. Settings of an API appear when the server runs it.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change some settings
         * @description A JSON merge patch (RFC 7396) of the settings: name what changes, leave out the rest. Lists are replaced as a
         *     whole. A setting always has a value, so `null` is refused, save where it is itself a value (`scopePrefix`). An
         *     unknown setting answers 400 and nothing is changed.
         *
         *     A change holds for what begins after it: a job that is already in progress keeps its progression.
         */
        patch: operations["changeSettings"];
        trace?: never;
    };
    "/_sim/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what happened
         * @description The entries that fit every given filter, oldest first. The journal is a ring of bounded size: `dropped` says how
         *     many of the oldest entries have given way. To read on, pass the last `seq` you have seen as `after`.
         *
         *     `cause` leads from an event to what it brought about: the entries with `cause=12` are what entry 12 caused, such
         *     as the transitions of the job which a request started and every attempt to deliver its webhook. Secrets
         *     (tokens, client secrets, signatures of presigned URLs) are redacted.
         */
        get: operations["listJournal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/journal/wait": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Wait until something has happened
         * @description Answers as soon as the journal holds `count` entries that fit `match`; entries that are there already count. The
         *     server waits, so the client neither polls nor sleeps. When `timeout` is over first the answer is 408, and its
         *     `detail` says how many came. Of more than `count` entries that fit, the first 100 are answered.
         *
         *     `timeout` is real time, whatever the mode of the clock: waiting does not move a manual clock.
         */
        post: operations["waitForJournal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/journal.har": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the requests as HAR
         * @description The requests of the journal with their answers as an HTTP Archive (HAR 1.2), which the developer tools of
         *     browsers import. Times are those of the sandbox's clock; secrets are redacted.
         */
        get: operations["getJournalHar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens
         * @description Every journal entry from now on, as soon as it is complete, as server-sent events: `event` is the type, `id` the
         *     `seq`, `data` the entry as JSON. A comment every 15 seconds keeps the connection open.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the fault rules
         * @description The rules in their order, with how often each has been met and applied.
         */
        get: operations["listFaults"];
        /**
         * Set the fault rules
         * @description Replaces all rules of the sandbox. The first rule that fits a request applies to it. The control plane itself is
         *     never met. For a single request, send `Prefer: code=<status>` or `Prefer: wait=<seconds>` with it instead.
         */
        put: operations["setFaults"];
        post?: never;
        /**
         * Remove the fault rules
         * @description The sandbox behaves well again.
         */
        delete: operations["clearFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the snapshots
         * @description The snapshots that this server keeps, of all its sandboxes.
         */
        get: operations["listSnapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/snapshots/{snapshot}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The snapshot.
                 * @example after-training
                 */
                snapshot: components["parameters"]["SnapshotName"];
            };
            cookie?: never;
        };
        /**
         * Get a snapshot
         * @description The snapshot as one portable JSON value, to keep in a file or to put on another server.
         */
        get: operations["getSnapshot"];
        /**
         * Take or put a snapshot
         * @description Without a body it takes a snapshot of the sandbox; with one it keeps the snapshot that is sent. An earlier one of
         *     the same name is replaced. At most 100 are kept.
         */
        put: operations["putSnapshot"];
        post?: never;
        /**
         * Delete a snapshot
         * @description The snapshot is gone; sandboxes that began with it stay.
         */
        delete: operations["deleteSnapshot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/snapshots/{snapshot}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The snapshot.
                 * @example after-training
                 */
                snapshot: components["parameters"]["SnapshotName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a snapshot
         * @description The sandbox becomes what the snapshot says: state, clock, place in every sequence of chance, settings, faults,
         *     unfinished jobs and deliveries. Its journal goes on. Tokens and links that the same sandbox gave out stay valid;
         *     those of another sandbox are not valid here.
         */
        post: operations["restoreSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries
         * @description The latest webhooks of the sandbox with every attempt, the oldest first.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a delivery, as `listDeliveries` gave it.
                 * @example 3
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook again
         * @description Sends the same request once more as a new delivery, with all the attempts of the policy. A delivery that is still
         *     under way answers 409.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the jobs
         * @description Every job of the sandbox, of all APIs and tenants, in the order in which they were accepted.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/jobs/{jobId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a job, as the API or `listJobs` gave it.
                 * @example job-3
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a job end now
         * @description Lets the job reach the end that its work leads to, whatever its progression says: the computation is awaited,
         *     the state changes, the webhook goes out. Bad input therefore still ends as the API documents it; use `failJob`
         *     to make good input fail. With the progression `manual` this is the only way to end a job. A job that has ended
         *     answers 409.
         */
        post: operations["completeJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/jobs/{jobId}/fail": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a job, as the API or `listJobs` gave it.
                 * @example job-3
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a job fail now
         * @description Ends the job in the failed state of its API, whatever its work leads to. `message` is the text that the API then
         *     reports; without it, or without a body, the API's own text is used. A job that has ended answers 409.
         */
        post: operations["failJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/inbox/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inbox. Any name will do; it exists as soon as it is used.
                 * @example orders
                 */
                name: components["parameters"]["InboxName"];
            };
            cookie?: never;
        };
        /**
         * Receive a message by GET
         * @description As `receiveMessage`, for senders that use GET, such as an address check before a subscription.
         */
        get: operations["receiveMessageByGet"];
        /**
         * Receive a message by PUT
         * @description As `receiveMessage`, for senders that use PUT.
         */
        put: operations["receiveMessageByPut"];
        /**
         * Receive a message
         * @description The address to register as a webhook. An inbox needs no creation: any name will do, and any query string may
         *     follow it. Whatever arrives is kept for `listMessages`, and answered as `answerInbox` told, or else with 204.
         *
         *     Public even where the control plane needs a token. A refusal by the server itself, such as 404 for a prefix that
         *     cannot be a name, is a problem as everywhere; an answer as told has no body.
         */
        post: operations["receiveMessage"];
        /**
         * Receive a message by DELETE
         * @description As `receiveMessage`, for senders that use DELETE.
         */
        delete: operations["receiveMessageByDelete"];
        options?: never;
        head?: never;
        /**
         * Receive a message by PATCH
         * @description As `receiveMessage`, for senders that use PATCH.
         */
        patch: operations["receiveMessageByPatch"];
        trace?: never;
    };
    "/_sim/inbox/{name}/answers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inbox. Any name will do; it exists as soon as it is used.
                 * @example orders
                 */
                name: components["parameters"]["InboxName"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Tell an inbox how to answer
         * @description The inbox answers the next messages in the order of the list: each answer serves `times` messages, and the last
         *     one stays for all that follow. A new list replaces the old one; `[{"status": 204}]` is the way back to normal.
         *     With this a test plays the receiver that is down, recovers, or redirects.
         */
        put: operations["answerInbox"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/inbox/{name}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inbox. Any name will do; it exists as soon as it is used.
                 * @example orders
                 */
                name: components["parameters"]["InboxName"];
            };
            cookie?: never;
        };
        /**
         * Read what an inbox has received
         * @description All messages of the inbox, oldest first; an inbox that nothing was sent to is empty. With `count` the server
         *     waits until at least that many have arrived and answers 408 when `timeout` is over first. Real time counts,
         *     whatever the mode of the clock.
         */
        get: operations["listMessages"];
        put?: never;
        post?: never;
        /**
         * Empty an inbox
         * @description Forgets the messages of the inbox. The answers it was told stay. An empty inbox answers 204 as well.
         */
        delete: operations["clearInbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sim/actions/{api}/{action}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The API that the action belongs to, named as in `getInfo`.
                 * @example identity
                 */
                api: components["parameters"]["ActionApi"];
                /**
                 * @description The action, named as in `getInfo`.
                 * @example registerClient
                 */
                action: components["parameters"]["ActionName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Do what only the outside world can do
         * @description Some events have no operation in the simulated API, because a person or another system brings them about. An
         *     action plays that part. `getInfo` lists the actions of each API. Input and answer are objects of the action's
         *     own; input that does not fit answers 400, an unknown API or action 404.
         *
         *     | API | action | input |
         *     |---|---|---|
         *     | identity | `registerClient` | `clientId`, `clientSecret`, `scopes?` (list of suffixes), `accepted?` (boolean), `tokenLifetime?` (seconds), `tenants?` (list) |
         *     | identity | `acceptIntegration` | `clientId` |
         *     | identity | `revokeToken` | `token` |
         *     | inventory | `addSubscriptions` | `clientId?` (default `demo-client`), `tenantId`, `datasetId`, `subscriptionIds` (list) |
         *     | inventory | `inspectForecast` | `clientId?`, `tenantId?` (needed when several have the dataset), `datasetId`, `freezeDate?`; answers model, scores, history and forecast |
         */
        post: operations["runAction"];
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
        /**
         * Format: date-time
         * @description A moment, with any offset from UTC.
         * @example 2026-01-15T10:00:00+01:00
         */
        Instant: string;
        /**
         * Format: date-time
         * @description A moment on the sandbox's clock, in UTC with milliseconds.
         * @example 2026-01-15T09:00:00.000Z
         */
        UtcInstant: string;
        /**
         * @description An ISO 8601 duration of fixed length, never negative: weeks, or days, hours, minutes and seconds (to the
         *     millisecond). Years and months are refused, because their length depends on the calendar.
         * @example PT59M
         * @example P1DT12H
         * @example PT0.5S
         */
        Duration: string;
        /**
         * @description When a job leaves `inProgress`. In every case the work itself must be done first.
         *
         *     - `immediate`: as soon as the work is done.
         *     - `after:<duration>`: that long after the job was accepted, on the sandbox's clock (`after:PT2S`).
         *     - `polls:<n>`: after n status requests have been answered with `inProgress` (`polls:3`).
         *     - `manual`: when `completeJob` or `failJob` says so.
         *     - `documented`: after the time that the documents of the API give for this kind of job.
         * @example immediate
         * @example after:PT2S
         * @example polls:3
         */
        Progression: string;
        /**
         * @description A version number.
         * @example 0.1.0
         */
        Version: string;
        /**
         * Format: uri
         * @description An absolute URL without a trailing slash.
         * @example http://127.0.0.1:4010/~b2
         */
        Url: string;
        /** @description The server, as seen from one sandbox. */
        Info: {
            /** @description The name of the server software. */
            name: string;
            version: components["schemas"]["Version"];
            sandbox: components["schemas"]["SandboxName"];
            url: components["schemas"]["Url"];
            clock: components["schemas"]["ClockReading"];
            /** @description The simulated APIs that this server runs. */
            apis: components["schemas"]["ApiInfo"][];
        };
        /** @description One simulated API. */
        ApiInfo: {
            name: components["schemas"]["ApiName"];
            /** @description The base address to configure in a client, with the prefix of the sandbox. */
            baseUrl: components["schemas"]["Url"];
            /** @description The address that issues the access tokens of this API. */
            authUrl: components["schemas"]["Url"];
            /** @description How many operations are simulated. */
            operations: number;
            /** @description What `runAction` offers for this API. */
            actions: components["schemas"]["ActionInfo"][];
        };
        /** @description One action of a simulated API. */
        ActionInfo: {
            /** @description The last segment of the action's path. */
            name: string;
            /** @description What it does in one line. */
            summary: string;
        };
        /**
         * @description The name of a simulated API, as in `getInfo`.
         * @example inventory
         */
        ApiName: string;
        /** @description An OpenAPI 3.1 description in JSON. */
        OpenApiDocument: {
            /** @description The version of OpenAPI. */
            openapi: string;
            /** @description Title, version and licence. */
            info: {
                [key: string]: unknown;
            };
            /** @description The paths with their operations. */
            paths: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * @description The name of a sandbox, and after `/~` the prefix of its address.
         * @example b2
         */
        SandboxName: string;
        /**
         * @description A seed that the server knows. `demo` has a tenant with data worth looking at, `empty` has no data.
         * @enum {string}
         */
        SeedName: "demo" | "empty";
        /** @description One isolated world. */
        Sandbox: {
            name: components["schemas"]["SandboxName"];
            url: components["schemas"]["Url"];
            clock: components["schemas"]["ClockReading"];
            progression: components["schemas"]["Progression"];
            /**
             * @description The seed that the state came from; `custom` when the data were given rather than named.
             * @enum {string}
             */
            seed: "demo" | "empty" | "custom";
        };
        /** @description The sandboxes of the server. */
        SandboxList: {
            /** @description In the order of their creation, `default` first. */
            sandboxes: components["schemas"]["Sandbox"][];
        };
        /** @description A sandbox to create. Whatever is left out is as the server was started. */
        SandboxCreation: {
            name: components["schemas"]["SandboxName"];
            /**
             * @description How time passes: `real` like on the machine, `manual` only when it is advanced, `scaled:<factor>` that many
             *     times as fast as on the machine (`scaled:60`: a minute every second; `scaled:0.5`: at half speed).
             * @example real
             * @example manual
             * @example scaled:60
             */
            clock?: string;
            /**
             * @description The instant at which the clock begins. Without it a manual clock begins at 2026-01-15T09:00:00.000Z and any
             *     other at the time of the machine.
             */
            at?: components["schemas"]["Instant"];
            progression?: components["schemas"]["Progression"];
            seed?: components["schemas"]["SeedName"];
            /**
             * @description Fixes chance. With a manual clock, the same `randomSeed` and the same calls give the same ids and the same
             *     bytes.
             */
            randomSeed?: string;
            from?: components["schemas"]["SandboxOrigin"];
            /** @description The sandbox is removed after so much real time without a request; a day when left out. */
            timeToLive?: components["schemas"]["Duration"];
        };
        /** @description Either a seed by name or data of your own. */
        Seeding: components["schemas"]["SeedingByName"] | components["schemas"]["SeedingByData"];
        /** @description A seed by its name. */
        SeedingByName: {
            seed: components["schemas"]["SeedName"];
        };
        /** @description A seed by its data. */
        SeedingByData: {
            /** @description The stored state, one member for each API. */
            data: {
                [key: string]: unknown;
            };
        };
        /**
         * @description How time passes: `real` like on the machine, `manual` only when it is advanced, `scaled` faster or slower than on
         *     the machine by the factor `scale`.
         * @enum {string}
         */
        ClockMode: "real" | "manual" | "scaled";
        /**
         * @description Seconds of the sandbox for each second of the machine. Present exactly when the mode is `scaled`.
         * @example 60
         */
        ClockScale: number;
        /** @description How many timers wait for a later instant, such as the end of a job or the retry of a webhook. */
        PendingTimers: number;
        /** @description What a clock shows. */
        ClockReading: {
            mode: components["schemas"]["ClockMode"];
            now: components["schemas"]["UtcInstant"];
            scale?: components["schemas"]["ClockScale"];
        };
        /** @description What a clock shows, and what waits for it. */
        Clock: {
            mode: components["schemas"]["ClockMode"];
            now: components["schemas"]["UtcInstant"];
            scale?: components["schemas"]["ClockScale"];
            pendingTimers: components["schemas"]["PendingTimers"];
        };
        /** @description What a clock shows after it was advanced. */
        AdvancedClock: {
            mode: components["schemas"]["ClockMode"];
            now: components["schemas"]["UtcInstant"];
            scale?: components["schemas"]["ClockScale"];
            pendingTimers: components["schemas"]["PendingTimers"];
            /** @description How many timers fired on the way. */
            fired: number;
        };
        /** @description How time shall pass. `scale` belongs to `scaled`, where it is required. */
        ClockSetting: components["schemas"]["UnscaledClockSetting"] | components["schemas"]["ScaledClockSetting"];
        /** @description A clock that follows the machine or stands still. */
        UnscaledClockSetting: {
            /**
             * @description How time shall pass.
             * @enum {string}
             */
            mode: "real" | "manual";
            at?: components["schemas"]["Instant"];
        };
        /** @description A clock that runs faster or slower than the machine. */
        ScaledClockSetting: {
            /**
             * @description How time shall pass.
             * @constant
             */
            mode: "scaled";
            scale: components["schemas"]["ClockScale"];
            at?: components["schemas"]["Instant"];
        };
        /** @description How far to move, by a duration or to an instant. */
        ClockAdvance: components["schemas"]["ClockAdvanceBy"] | components["schemas"]["ClockAdvanceTo"];
        /** @description A duration to move by. */
        ClockAdvanceBy: {
            by: components["schemas"]["Duration"];
        };
        /** @description An instant to move to, not before the present one. */
        ClockAdvanceTo: {
            to: components["schemas"]["Instant"];
        };
        /** @description Every setting with its value. */
        Settings: {
            progression: components["schemas"]["Progression"];
            webhooks: WithRequired<components["schemas"]["WebhookSettings"], "attempts" | "duplicates" | "allowedHosts">;
            /** @description One member for each API that the server runs and that has settings. */
            apis: {
                [key: string]: components["schemas"]["ApiSettings"];
            };
        };
        /** @description The settings to change, in the shape of the settings. */
        SettingsPatch: {
            progression?: components["schemas"]["Progression"];
            webhooks?: components["schemas"]["WebhookSettings"];
            /** @description The settings of single APIs. */
            apis?: {
                [key: string]: components["schemas"]["ApiSettings"];
            };
        };
        /** @description How webhooks are delivered, for all APIs. */
        WebhookSettings: {
            /**
             * @description How often a delivery is tried at most, the first time included, so 1 means no retry; `null` leaves each API
             *     its own number.
             */
            attempts?: number | null;
            /** @description How many times more each webhook is sent than needed, to prove that a receiver is idempotent. */
            duplicates?: number;
            /** @description Hosts that webhooks may go to besides loopback, as names or addresses without scheme and port. */
            allowedHosts?: string[];
        };
        /** @description The settings of an API, described with its simulator. A member that the API does not have is refused with 400. */
        ApiSettings: {
            [key: string]: unknown;
        };
        /** @description An HTTP Archive, version 1.2. */
        Har: {
            /** @description The archive itself. */
            log: {
                /**
                 * @description Version of the format.
                 * @constant
                 */
                version: "1.2";
                /** @description What made it. */
                creator: {
                    [key: string]: unknown;
                };
                /** @description One entry for each request, the oldest first. */
                entries: {
                    [key: string]: unknown;
                }[];
            } & {
                [key: string]: unknown;
            };
        };
        /** @description Which requests a rule is for. Every member that is given must fit; without any, every request fits. */
        FaultMatch: {
            api?: components["schemas"]["ApiName"];
            /** @description The operation that is called. */
            operationId?: string;
            /** @description The tenant that the request speaks for. */
            tenantId?: string;
            /** @description Only the n-th request that fits, counted since the rule was set. */
            nth?: number;
            /** @description The share of the requests that fit, drawn from the sandbox's chance. */
            probability?: number;
        };
        /** @description How long an answer is held back, on the sandbox's clock. */
        FaultDelay: components["schemas"]["FixedDelay"] | components["schemas"]["UniformDelay"] | components["schemas"]["LognormalDelay"];
        /** @description Always as long. */
        FixedDelay: {
            fixed: components["schemas"]["Duration"];
        };
        /** @description Anything from the one to the other, evenly. */
        UniformDelay: {
            from: components["schemas"]["Duration"];
            to: components["schemas"]["Duration"];
        };
        /** @description Log-normal, as delays of real servers are; half of them are shorter than the median. */
        LognormalDelay: {
            median: components["schemas"]["Duration"];
            /** @description The spread of the logarithm. */
            sigma: number;
        };
        /** @description What goes wrong. `status` replaces the answer; the other members spoil whatever answer there is. */
        FaultEffect: {
            /** @description Answered with the API's own error body; 429 carries Retry-After. */
            status?: number;
            delay?: components["schemas"]["FaultDelay"];
            /**
             * @description The connection is closed without an answer.
             * @constant
             */
            reset?: true;
            /** @description Bytes of the body after which the connection breaks. */
            truncateAfter?: number;
            /** @description Speed of the body, in real time. */
            bytesPerSecond?: number;
        };
        /** @description A rule that makes the sandbox misbehave. */
        Fault: {
            /** @description Named in the journal entries it applied to; made when it is left out. */
            id?: string;
            match?: components["schemas"]["FaultMatch"];
            effect: components["schemas"]["FaultEffect"];
            /** @description How often it applies at most. */
            times?: number;
            /** @description How long it applies, on the sandbox's clock. */
            ttl?: components["schemas"]["Duration"];
        };
        /** @description All rules of the sandbox, in their order. */
        FaultSetting: {
            faults: components["schemas"]["Fault"][];
        };
        /** @description A rule and what has become of it. */
        FaultStanding: {
            /** @description Named in the journal entries it applied to. */
            id: string;
            match: components["schemas"]["FaultMatch"];
            effect: components["schemas"]["FaultEffect"];
            /** @description How often it applies at most. */
            times?: number;
            expiresAt?: components["schemas"]["UtcInstant"];
            /** @description Requests that fitted api, operation and tenant. */
            seen: number;
            /** @description Requests that it applied to. */
            applied: number;
        };
        /** @description The rules in their order. */
        FaultList: {
            faults: components["schemas"]["FaultStanding"][];
        };
        /**
         * @description The name of a snapshot.
         * @example after-training
         */
        SnapshotName: string;
        /** @description Everything a sandbox is, in the form that this version of the server reads and writes. */
        Snapshot: {
            /**
             * @description What this is.
             * @constant
             */
            format: "understudy-snapshot";
            /**
             * @description Version of the form.
             * @constant
             */
            version: 2;
            sandbox: components["schemas"]["SandboxName"];
            /** @description Mode and instant. */
            clock: {
                mode: components["schemas"]["ClockMode"];
                scale?: components["schemas"]["ClockScale"];
                at: components["schemas"]["UtcInstant"];
            };
            /** @description What fixes chance. */
            randomSeed: string;
            /** @description Where each sequence of ids stands. */
            ids: {
                [key: string]: components["schemas"]["RandomState"];
            };
            random: components["schemas"]["RandomState"];
            /** @description What a reset returns to, by name or as data. */
            seed: string | {
                [key: string]: unknown;
            };
            settings: components["schemas"]["Settings"];
            /** @description The rules, in the form of the server, with their counts. */
            faults: components["schemas"]["SnapshotFault"][];
            /** @description Tokens that were revoked. */
            revokedTokens: string[];
            /** @description The jobs that are not finished; the rest of them is among the records. */
            jobs: components["schemas"]["SnapshotJob"][];
            /** @description The latest deliveries, those on their way included. */
            deliveries: components["schemas"]["SnapshotDelivery"][];
            /** @description The stored state. */
            records: components["schemas"]["SnapshotRecord"][];
        };
        /** @description Where a sequence of chance stands, as four 32-bit numbers. */
        RandomState: number[];
        /** @description A fault rule with its counts. */
        SnapshotFault: {
            /** @description The rule. */
            rule: {
                /** @description Its id. */
                id: string;
                match: components["schemas"]["FaultMatch"];
                /** @description What goes wrong, with delays in milliseconds. */
                effect: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
            /** @description Requests that fitted. */
            seen: number;
            /** @description Requests that it applied to. */
            applied: number;
        };
        /** @description A job that is not finished. */
        SnapshotJob: {
            /** @description Its id. */
            jobId: string;
            api: components["schemas"]["ApiName"];
            /** @description Whether it may end as soon as its work is done. */
            opened: boolean;
            /** @description Status requests that saw it running. */
            polls: number;
            /** @description The rule by which it ends, as it was when the job was accepted. */
            progression: {
                /**
                 * @description The kind of rule.
                 * @enum {string}
                 */
                kind: "immediate" | "after" | "polls" | "manual" | "documented";
                /** @description For `after`. */
                milliseconds?: number;
                /** @description For `polls`. */
                polls?: number;
            };
        };
        /** @description A delivery. */
        SnapshotDelivery: {
            /** @description Its number. */
            id: number;
            /** @description What it tells of. */
            origin: {
                api: components["schemas"]["ApiName"];
                /** @description The job. */
                jobId: string;
                /** @description The tenant. */
                tenantId: string;
                /** @description The journal entry behind it. */
                cause: number | null;
                /** @description What the API knows it by. */
                reference?: string;
            };
            /** @description The request with its policy. */
            request: {
                /** @description Where it goes. */
                url: string;
                /** @description Its headers. */
                headers: {
                    [key: string]: string;
                };
                /** @description Its body. */
                body: unknown;
                /** @description What keeps its order, where that is not the address. */
                queue?: string;
                /** @description How it is delivered. */
                policy: {
                    /** @description For one attempt. */
                    timeoutSeconds: number;
                    /** @description At most. */
                    attempts: number;
                    /** @description Between attempts. */
                    retryDelaysSeconds: number[];
                    /** @description What counts as received. */
                    successStatuses?: components["schemas"]["HttpStatus"][];
                    /** @description Whether later deliveries go on meanwhile. */
                    retriesApart?: boolean;
                };
            };
            createdAt: components["schemas"]["UtcInstant"];
            state: components["schemas"]["DeliveryState"];
            nextAttemptAt?: components["schemas"]["UtcInstant"];
            /** @description Every attempt so far. */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        /** @description A stored value with its address. */
        SnapshotRecord: {
            /** @description Whose it is. */
            partition: string;
            /** @description What it is. */
            collection: string;
            /** @description Which one it is. */
            key: string;
            /** @description The value, as this version stores it. */
            value: unknown;
        };
        /** @description A snapshot that is kept. */
        SnapshotInfo: {
            name: components["schemas"]["SnapshotName"];
            sandbox: components["schemas"]["SandboxName"];
            now: components["schemas"]["UtcInstant"];
            /** @description How many stored records it holds. */
            records: number;
        };
        /** @description The snapshots of the server. */
        SnapshotList: {
            snapshots: components["schemas"]["SnapshotInfo"][];
        };
        /** @description What a sandbox begins with instead of a seed. */
        SandboxOrigin: components["schemas"]["ForkOfSandbox"] | components["schemas"]["ForkOfSnapshot"];
        /** @description The present state of another sandbox. */
        ForkOfSandbox: {
            sandbox: components["schemas"]["SandboxName"];
        };
        /** @description A snapshot that the server keeps. */
        ForkOfSnapshot: {
            snapshot: components["schemas"]["SnapshotName"];
        };
        /**
         * @description What became of it; `pending` until the last attempt has its outcome.
         * @enum {string}
         */
        DeliveryState: "pending" | "delivered" | "failed" | "refused";
        /** @description One attempt. */
        DeliveryAttempt: {
            /** @description Which attempt it was, from 1. */
            number: number;
            at: components["schemas"]["UtcInstant"];
            outcome: components["schemas"]["DeliveryOutcome"];
            status?: components["schemas"]["HttpStatus"];
            /** @description Why it failed or was refused. */
            error?: string;
        };
        /** @description One webhook. */
        Delivery: {
            /** @description What to replay it by. */
            id: string;
            api: components["schemas"]["ApiName"];
            /** @description The job it tells of. */
            jobId: string;
            /** @description The tenant it concerns. */
            tenantId: string;
            /** @description Where it goes, with signatures redacted. */
            url: string;
            state: components["schemas"]["DeliveryState"];
            createdAt: components["schemas"]["UtcInstant"];
            nextAttemptAt?: components["schemas"]["UtcInstant"];
            /** @description Every attempt so far. */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        /** @description The deliveries, the oldest first. */
        DeliveryList: {
            deliveries: components["schemas"]["Delivery"][];
        };
        /** @description The number of an entry. Numbers grow by one in the order of events and begin at 1. */
        JournalSeq: number;
        /**
         * @description What happened: a `request` was answered, a job made a `transition`, a webhook `delivery` was attempted, a
         *     `message` came into an inbox, or the `clock` was turned.
         * @enum {string}
         */
        JournalEntryType: "request" | "transition" | "delivery" | "message" | "clock";
        /**
         * @description How an attempt to deliver a webhook ended: `delivered` (a status of success), `failed` (another status or no
         *     answer in time), `refused` (never sent, because the host is not allowed).
         * @enum {string}
         */
        DeliveryOutcome: "delivered" | "failed" | "refused";
        /** @description An HTTP status code. */
        HttpStatus: number;
        /** @description Header fields by their lower-case names. */
        HeaderMap: {
            [key: string]: string;
        };
        /** @description One side of an HTTP exchange, with secrets redacted. */
        JournalHttpMessage: {
            headers: components["schemas"]["HeaderMap"];
            /** @description JSON where it is JSON, otherwise text; `null` when there is none. */
            body: unknown;
        };
        /** @description One event. Which of the optional members are present depends on `type`. */
        JournalEntry: {
            seq: components["schemas"]["JournalSeq"];
            at: components["schemas"]["UtcInstant"];
            type: components["schemas"]["JournalEntryType"];
            /** @description The `seq` of the entry that brought this one about, or `null` when it came from outside. */
            cause: number | null;
            api?: components["schemas"]["ApiName"];
            /** @description The operation that was called. */
            operationId?: string;
            /** @description The tenant that it concerns. */
            tenantId?: string;
            /** @description The job that it concerns. */
            jobId?: string;
            /** @description The method of a request, message or delivery. */
            method?: string;
            /** @description The address of a request, message or delivery, with signatures redacted. */
            url?: string;
            status?: components["schemas"]["HttpStatus"];
            request?: components["schemas"]["JournalHttpMessage"];
            response?: components["schemas"]["JournalHttpMessage"];
            /** @description The state before a transition or the instant before a turn of the clock. */
            from?: string;
            /** @description The state after a transition or the instant after a turn of the clock. */
            to?: string;
            /** @description Which attempt to deliver this was, from 1. */
            attempt?: number;
            outcome?: components["schemas"]["DeliveryOutcome"];
            /** @description The id of the fault rule that was applied. */
            fault?: string;
            /** @description What went wrong where no status can say it. */
            error?: string;
        };
        /** @description Entries of the journal. */
        Journal: {
            /** @description Oldest first. */
            entries: components["schemas"]["JournalEntry"][];
            /** @description How many entries this answer holds. */
            count: number;
            /** @description How many of the oldest entries the ring has given up. */
            dropped: number;
        };
        /** @description What an entry must be like. Every member that is given must fit; without any, every entry fits. */
        JournalMatch: {
            type?: components["schemas"]["JournalEntryType"];
            api?: components["schemas"]["ApiName"];
            /** @description The operation that was called. */
            operationId?: string;
            /** @description The tenant that it concerns. */
            tenantId?: string;
            /** @description The job that it concerns. */
            jobId?: string;
            status?: components["schemas"]["HttpStatus"];
            outcome?: components["schemas"]["DeliveryOutcome"];
        };
        /** @description What to wait for, and how long. */
        JournalWait: {
            match: components["schemas"]["JournalMatch"];
            /**
             * @description How many entries must fit.
             * @default 1
             */
            count: number;
            /**
             * @description How much real time to wait.
             * @default PT10S
             */
            timeout: components["schemas"]["Duration"];
        };
        /** @description The entries that fit. */
        JournalMatches: {
            /** @description Oldest first. */
            entries: components["schemas"]["JournalEntry"][];
            /** @description How many entries fit, at least as many as were asked for. */
            count: number;
        };
        /** @description One piece of asynchronous work. */
        Job: {
            /** @description The id that the API gave to its client. */
            id: string;
            api: components["schemas"]["ApiName"];
            /** @description What the job does, such as `upload` or `training`. */
            kind: string;
            /** @description The tenant that it works for. */
            tenantId: string;
            /** @description The state in the words of the API, such as `inProgress`. */
            status: string;
            acceptedAt: components["schemas"]["UtcInstant"];
            finishedAt?: components["schemas"]["UtcInstant"];
        };
        /** @description The jobs of a sandbox. */
        JobList: {
            /** @description In the order in which they were accepted. */
            jobs: components["schemas"]["Job"][];
        };
        /** @description How a job fails. */
        JobFailure: {
            /** @description The text that the API reports. */
            message?: string;
        };
        /** @description One answer of an inbox. It has no body. */
        InboxAnswer: {
            /** @description The status code to answer. */
            status: number;
            /**
             * @description How many messages are answered so before the next answer takes over. The last answer stays anyway.
             * @default 1
             */
            times: number;
            /**
             * @description Header fields to answer with, such as `location` or `retry-after`. `x-inbox-delay: '6'` makes the answer six
             *     seconds late for webhooks of this server, without anybody waiting.
             */
            headers?: components["schemas"]["HeaderMap"];
        };
        /** @description The answers of an inbox, in order. */
        InboxAnswers: {
            /** @description At least one, because the last one stays. */
            answers: components["schemas"]["InboxAnswer"][];
        };
        /** @description A message that came into an inbox, as it came. */
        Message: {
            /** @description The id of the message. */
            id: string;
            receivedAt: components["schemas"]["UtcInstant"];
            /**
             * @description The method that was used.
             * @enum {string}
             */
            method: "POST" | "PUT" | "GET" | "PATCH" | "DELETE";
            /** @description The path of the request without its query string. */
            path: string;
            /** @description The raw query string without its question mark, empty when there is none. */
            query: string;
            headers: components["schemas"]["HeaderMap"];
            /** @description The parsed body when it is JSON, otherwise `null`. */
            body: unknown;
            /** @description The body as text, empty when there is none. */
            text: string;
        };
        /** @description The messages of an inbox. */
        MessageList: {
            /** @description How many messages the inbox holds. */
            count: number;
            /** @description Oldest first. */
            messages: components["schemas"]["Message"][];
        };
        /** @description The input of an action. */
        ActionInput: {
            [key: string]: unknown;
        };
        /** @description What an action has to say. */
        ActionResult: {
            [key: string]: unknown;
        };
        /** @description Why a request was refused, as RFC 9457 has it. */
        Problem: {
            /**
             * Format: uri-reference
             * @description The kind of problem; compare this and not the text.
             */
            type: string;
            /** @description The kind of problem in a few words. */
            title: string;
            /** @description The status code of the answer. */
            status: number;
            /** @description What failed here and what to do about it. */
            detail: string;
            /**
             * Format: uri-reference
             * @description The path that was refused.
             */
            instance?: string;
            /** @description Each disagreement of the request with this description. */
            errors?: components["schemas"]["Finding"][];
        };
        /** @description One disagreement. */
        Finding: {
            /** @description The rule that was broken. */
            ruleId: string;
            /**
             * @description How much it matters.
             * @enum {string}
             */
            severity: "error" | "warning" | "info";
            /** @description What is wrong, where, and what to do. */
            message: string;
            /** @description A JSON Pointer into what was checked; empty for the whole. */
            pointer: string;
            /** @description What would have been right. */
            expected?: unknown;
            /** @description What was there. */
            actual?: unknown;
            /** @description The file that it stands in. */
            file?: string;
            /** @description The line in that file. */
            line?: number;
        };
    };
    responses: {
        /** @description The rules as they now are. */
        Faults: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FaultList"];
            };
        };
        /** @description The sandbox as it now is. */
        Sandbox: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Sandbox"];
            };
        };
        /** @description The clock as it now is. */
        Clock: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Clock"];
            };
        };
        /** @description The settings as they now are. */
        Settings: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Settings"];
            };
        };
        /** @description The job, which has now ended. */
        Job: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Job"];
            };
        };
        /** @description The message was kept. This is the answer unless `answerInbox` told another. */
        Received: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The message was kept. Status and headers are those that `answerInbox` told; there is no body. */
        AsTold: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description The request disagrees with this description or cannot be done: malformed JSON, a media type that is not
         *     accepted, a missing or wrong parameter or member, time running backwards. `errors` lists each disagreement.
         */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The control token is missing or wrong. Only a server bound to an address other than loopback asks for it. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The prefix cannot be the name of a sandbox, or the path names a sandbox, snapshot, delivery, job, API or action
         *     that does not exist. A prefix that is a name makes its sandbox when it is first used.
         */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The time to wait was over before enough had happened. Nothing was lost; ask again or look at what came. */
        WaitTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description What exists stands in the way; the name is taken, the sandbox is the default one, or the job has ended. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request body is larger than the server accepts. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description The sandbox to delete.
         * @example b2
         */
        SandboxName: components["schemas"]["SandboxName"];
        /**
         * @description The snapshot.
         * @example after-training
         */
        SnapshotName: components["schemas"]["SnapshotName"];
        /**
         * @description The id of a delivery, as `listDeliveries` gave it.
         * @example 3
         */
        DeliveryId: string;
        /**
         * @description The id of a job, as the API or `listJobs` gave it.
         * @example job-3
         */
        JobId: string;
        /**
         * @description The inbox. Any name will do; it exists as soon as it is used.
         * @example orders
         */
        InboxName: string;
        /**
         * @description The API that the action belongs to, named as in `getInfo`.
         * @example identity
         */
        ActionApi: string;
        /**
         * @description The action, named as in `getInfo`.
         * @example registerClient
         */
        ActionName: string;
        /**
         * @description Only entries of this type.
         * @example delivery
         */
        JournalType: components["schemas"]["JournalEntryType"];
        /**
         * @description Only entries of this API, named as in `getInfo`.
         * @example inventory
         */
        JournalApi: string;
        /**
         * @description Only entries of this operation.
         * @example startTrainer
         */
        JournalOperationId: string;
        /**
         * @description Only entries of this tenant.
         * @example tenant-1
         */
        JournalTenantId: string;
        /**
         * @description Only entries of this job.
         * @example job-3
         */
        JournalJobId: string;
        /**
         * @description Only requests that were answered with this status, and deliveries that met it.
         * @example 429
         */
        JournalStatus: components["schemas"]["HttpStatus"];
        /**
         * @description Only deliveries with this outcome.
         * @example failed
         */
        JournalOutcome: components["schemas"]["DeliveryOutcome"];
        /**
         * @description Only entries that the entry with this `seq` caused.
         * @example 12
         */
        JournalCause: components["schemas"]["JournalSeq"];
        /**
         * @description Only entries with a greater `seq`. 0 means from the beginning.
         * @example 14
         */
        JournalAfter: number;
        /** @description How many entries to answer at most. */
        JournalLimit: number;
        /**
         * @description Wait until the inbox holds at least this many messages. Without it, or with 0, the answer is immediate.
         * @example 1
         */
        MessageCount: number;
        /** @description How many seconds of real time to wait for `count` messages. */
        MessageTimeout: number;
    };
    requestBodies: {
        /** @description Anything at all, of any media type, or nothing. It is kept as it came and never validated. */
        Anything: {
            content: {
                "*/*": unknown;
            };
        };
    };
    headers: {
        /**
         * @description The scheme to use, always `Bearer`, with parameters where they help.
         * @example Bearer realm="understudy control plane"
         */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server, as seen from this sandbox. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Info"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    getControlDescription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The description that you are reading. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    listSandboxes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every sandbox with its address and its present time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    createSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxCreation"];
            };
        };
        responses: {
            /** @description The sandbox exists and is seeded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sandbox"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
        };
    };
    deleteSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The sandbox to delete.
                 * @example b2
                 */
                name: components["parameters"]["SandboxName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
        };
    };
    resetSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Sandbox"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    seedSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Seeding"];
            };
        };
        responses: {
            200: components["responses"]["Sandbox"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
        };
    };
    getClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Clock"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    setClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClockSetting"];
            };
        };
        responses: {
            200: components["responses"]["Clock"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClockAdvance"];
            };
        };
        responses: {
            /** @description The world is settled at the new instant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdvancedClock"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Settings"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    changeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["SettingsPatch"];
                "application/json": components["schemas"]["SettingsPatch"];
            };
        };
        responses: {
            200: components["responses"]["Settings"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
        };
    };
    listJournal: {
        parameters: {
            query: {
                /**
                 * @description Only entries of this type.
                 * @example delivery
                 */
                type?: components["parameters"]["JournalType"];
                /**
                 * @description Only entries of this API, named as in `getInfo`.
                 * @example inventory
                 */
                api?: components["parameters"]["JournalApi"];
                /**
                 * @description Only entries of this operation.
                 * @example startTrainer
                 */
                operationId?: components["parameters"]["JournalOperationId"];
                /**
                 * @description Only entries of this tenant.
                 * @example tenant-1
                 */
                tenantId?: components["parameters"]["JournalTenantId"];
                /**
                 * @description Only entries of this job.
                 * @example job-3
                 */
                jobId?: components["parameters"]["JournalJobId"];
                /**
                 * @description Only requests that were answered with this status, and deliveries that met it.
                 * @example 429
                 */
                status?: components["parameters"]["JournalStatus"];
                /**
                 * @description Only deliveries with this outcome.
                 * @example failed
                 */
                outcome?: components["parameters"]["JournalOutcome"];
                /**
                 * @description Only entries that the entry with this `seq` caused.
                 * @example 12
                 */
                cause?: components["parameters"]["JournalCause"];
                /**
                 * @description Only entries with a greater `seq`. 0 means from the beginning.
                 * @example 14
                 */
                after?: components["parameters"]["JournalAfter"];
                /** @description How many entries to answer at most. */
                limit: components["parameters"]["JournalLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Journal"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    waitForJournal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JournalWait"];
            };
        };
        responses: {
            /** @description The entries that were waited for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalMatches"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["WaitTimeout"];
            413: components["responses"]["PayloadTooLarge"];
        };
    };
    getJournalHar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Har"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    streamEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream; it ends when the sandbox does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    listFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Faults"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    setFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FaultSetting"];
            };
        };
        responses: {
            200: components["responses"]["Faults"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
        };
    };
    clearFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There are no rules any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    listSnapshots: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshots. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    getSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The snapshot.
                 * @example after-training
                 */
                snapshot: components["parameters"]["SnapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    putSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The snapshot.
                 * @example after-training
                 */
                snapshot: components["parameters"]["SnapshotName"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Snapshot"];
            };
        };
        responses: {
            /** @description The snapshot is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotInfo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
        };
    };
    deleteSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The snapshot.
                 * @example after-training
                 */
                snapshot: components["parameters"]["SnapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    restoreSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The snapshot.
                 * @example after-training
                 */
                snapshot: components["parameters"]["SnapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Sandbox"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a delivery, as `listDeliveries` gave it.
                 * @example 3
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new delivery, after its first attempt where that needs no network. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
        };
    };
    listJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The jobs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    completeJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a job, as the API or `listJobs` gave it.
                 * @example job-3
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Job"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
        };
    };
    failJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a job, as the API or `listJobs` gave it.
                 * @example job-3
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["JobFailure"];
            };
        };
        responses: {
            200: components["responses"]["Job"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
        };
    };
    receiveMessageByGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inbox. Any name will do; it exists as soon as it is used.
                 * @example orders
                 */
                name: components["parameters"]["InboxName"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Anything"];
        responses: {
            204: components["responses"]["Received"];
            "4XX": components["responses"]["AsTold"];
            default: components["responses"]["AsTold"];
        };
    };
    receiveMessageByPut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inbox. Any name will do; it exists as soon as it is used.
                 * @example orders
                 */
                name: components["parameters"]["InboxName"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Anything"];
        responses: {
            204: components["responses"]["Received"];
            "4XX": components["responses"]["AsTold"];
            default: components["responses"]["AsTold"];
        };
    };
    receiveMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inbox. Any name will do; it exists as soon as it is used.
                 * @example orders
                 */
                name: components["parameters"]["InboxName"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Anything"];
        responses: {
            204: components["responses"]["Received"];
            "4XX": components["responses"]["AsTold"];
            default: components["responses"]["AsTold"];
        };
    };
    receiveMessageByDelete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inbox. Any name will do; it exists as soon as it is used.
                 * @example orders
                 */
                name: components["parameters"]["InboxName"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Anything"];
        responses: {
            204: components["responses"]["Received"];
            "4XX": components["responses"]["AsTold"];
            default: components["responses"]["AsTold"];
        };
    };
    receiveMessageByPatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inbox. Any name will do; it exists as soon as it is used.
                 * @example orders
                 */
                name: components["parameters"]["InboxName"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Anything"];
        responses: {
            204: components["responses"]["Received"];
            "4XX": components["responses"]["AsTold"];
            default: components["responses"]["AsTold"];
        };
    };
    answerInbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inbox. Any name will do; it exists as soon as it is used.
                 * @example orders
                 */
                name: components["parameters"]["InboxName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboxAnswers"];
            };
        };
        responses: {
            /** @description The next message is answered so. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
        };
    };
    listMessages: {
        parameters: {
            query: {
                /**
                 * @description Wait until the inbox holds at least this many messages. Without it, or with 0, the answer is immediate.
                 * @example 1
                 */
                count?: components["parameters"]["MessageCount"];
                /** @description How many seconds of real time to wait for `count` messages. */
                timeout: components["parameters"]["MessageTimeout"];
            };
            header?: never;
            path: {
                /**
                 * @description The inbox. Any name will do; it exists as soon as it is used.
                 * @example orders
                 */
                name: components["parameters"]["InboxName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The messages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["WaitTimeout"];
        };
    };
    clearInbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inbox. Any name will do; it exists as soon as it is used.
                 * @example orders
                 */
                name: components["parameters"]["InboxName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The inbox is empty. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    runAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The API that the action belongs to, named as in `getInfo`.
                 * @example identity
                 */
                api: components["parameters"]["ActionApi"];
                /**
                 * @description The action, named as in `getInfo`.
                 * @example registerClient
                 */
                action: components["parameters"]["ActionName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionInput"];
            };
        };
        responses: {
            /** @description The action is done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
