// Generated from specs/ by `npm run generate`; change the description instead.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Identifies a dataset within its tenant. Used verbatim, so `7` and `007` are two datasets.
         * @example coffee-beans
         */
        DatasetId: string;
        /**
         * @description Identifies a job within its API and tenant.
         * @example 5c1f4f0e-6d0b-4b58-9b6e-0f2f6f3f8f11
         */
        JobIdentifier: string;
        /** @description Human-readable text; programs do not branch on it. */
        HumanText: string;
        /**
         * Format: date
         * @description A calendar date, YYYY-MM-DD.
         * @example 2026-01-15
         */
        CalendarDate: string;
        /**
         * @description `inProgress`: the job is running. `success`: it finished successfully. `invalid`: the data failed validation, or processing failed; `message` tells the cause. Moves: (none) to `inProgress` to `success` or `invalid`; both are final.
         * @enum {string}
         */
        JobState: "inProgress" | "success" | "invalid";
        /**
         * @description The job's final status, the same as polling shows.
         * @enum {string}
         */
        FinalJobState: "success" | "invalid";
        /**
         * @description Outcome of a job for one dataset. An `invalid` dataset is not processed.
         * @enum {string}
         */
        DatasetState: "success" | "invalid";
        /** @description What became of one dataset of a job, as the time and payroll APIs tell it. */
        DatasetStatus: {
            datasetId: components["schemas"]["DatasetId"];
            status: components["schemas"]["DatasetState"];
            message: components["schemas"]["HumanText"];
        };
        /** @description The state of a job, as the time and payroll APIs tell it. */
        JobStatus: {
            status: components["schemas"]["JobState"];
            message: components["schemas"]["HumanText"];
            /** @description One entry per dataset of the job; empty while the job is running. */
            datasetsStatus: components["schemas"]["DatasetStatus"][];
        };
        /**
         * @description The customer, as text. Stored and not compared with earlier uploads; null counts as absent.
         * @example C-2041
         */
        CustomerId: string | null;
        /** @description Never null here; clients accept null. */
        ResultsMessage: components["schemas"]["HumanText"];
        /** @description The page of the results that this is, counted from 1. */
        PageNumber: number;
        /** @description Number of pages; 1 when there are no results. */
        PageCount: number;
        /** @description What makes a score `low`, `medium` or `high`: below `lowMid` it is low, above `midHigh` it is high, medium between them. They belong to the dataset's models; `lowMid` is not above `midHigh`. */
        SeverityThresholds: {
            lowMid: number;
            midHigh: number;
        };
        /** @description What a person says about one prediction. Of several on the same `predictionId` the last one counts. */
        PredictionFeedback: {
            /**
             * @description The `predictionId` of the results; an unknown one answers 404.
             * @example 8f14e45f-ceea-4671-8b1d-2f0c5b6a7d01
             */
            predictionId: string;
            /**
             * @description `FALSE_POSITIVE`: not an anomaly after all. `TRUE_POSITIVE`: rightly flagged.
             * @enum {string}
             */
            feedback: "FALSE_POSITIVE" | "TRUE_POSITIVE";
        };
        /** @description Where to report the completion of the job that the request starts. */
        Webhook: {
            /**
             * @description Address that receives the completion request, used as given; http or https.
             * @example https://shop.example/hooks/forecast?source=stage
             */
            webhookUrl: string;
            /**
             * @description Secret chosen by the caller, sent back in header `x-api-key`. Without it that header is left out.
             * @example hook-key-1
             */
            webhookApiKey?: string | null;
        };
        /** @description A webhook, or null, which counts as absent. */
        OptionalWebhook: components["schemas"]["Webhook"] | null;
        PresignedUrl: {
            /**
             * Format: uri
             * @description Absolute address of the upload, used exactly as given. Valid for 60 minutes.
             */
            url: string;
            jobId: components["schemas"]["JobIdentifier"];
            message: components["schemas"]["HumanText"];
        };
        JobStarted: {
            jobId: components["schemas"]["JobIdentifier"];
            message: components["schemas"]["HumanText"];
        };
        Message: {
            message: components["schemas"]["HumanText"];
        };
        DatasetList: {
            /** @description Number of `datasetIds`. */
            countOfDatasets: number;
            datasetIds: components["schemas"]["DatasetId"][];
        };
        DatasetSummary: {
            /** @description Date of the first record. */
            startDate: components["schemas"]["CalendarDate"];
            /** @description Date of the last record. */
            endDate: components["schemas"]["CalendarDate"];
            /**
             * @description Length of an interval; `D` is a day.
             * @enum {string}
             */
            intervalGranularity: "D";
            numberOfIntervalsWithRecords: number;
            numberOfIntervalsWithoutRecords: number;
            /** @description Days from `startDate` to `endDate`, both included. */
            numberOfIntervalsTotal: number;
        };
        /**
         * @description Opaque identifier of a subscription; subscriptions are created outside this API.
         * @example sub-1
         */
        SubscriptionId: string;
        SubscriptionItem: {
            datasetId: components["schemas"]["DatasetId"];
            /** @description Number of `subscriptionIds`. */
            countOfSubscriptionIds: number;
            subscriptionIds: components["schemas"]["SubscriptionId"][];
        };
        SubscriptionOverview: {
            /** @description Number of `subscriptionObjects`. */
            countOfDatasets: number;
            /** @description Number of subscription ids over all `subscriptionObjects`. */
            countOfSubscriptionIds: number;
            subscriptionObjects: components["schemas"]["SubscriptionItem"][];
        };
        /** @description A dataset and those of its subscriptions that are meant; without `subscriptionIds` all of them. */
        SubscriptionObject: {
            datasetId: components["schemas"]["DatasetId"];
            subscriptionIds?: components["schemas"]["SubscriptionId"][];
        };
        UnsubscribeRequest: {
            subscriptionObjects: components["schemas"]["SubscriptionObject"][];
        };
        UnsubscribeResult: {
            /** @description Number of datasets that lost at least one subscription. */
            countOfUnsubscribedDatasets: number;
            /** @description Number of subscription ids removed. */
            countOfUnsubscribedSubscriptionIds: number;
            /** @description What was removed. */
            unsubscribedSubscriptionObjects: components["schemas"]["SubscriptionItem"][];
        };
        Health: {
            /** @constant */
            message: "OK";
        };
        JobCompletedDataset: {
            datasetId: components["schemas"]["DatasetId"];
            status: components["schemas"]["DatasetState"];
        };
        /** @description The fuller form of the completion message. */
        JobCompleted: {
            jobId: components["schemas"]["JobIdentifier"];
            status: components["schemas"]["FinalJobState"];
            message: components["schemas"]["HumanText"];
            /** @description One entry per dataset of the job. */
            datasetsStatus: components["schemas"]["JobCompletedDataset"][];
        };
        /** @description The body of every answer that is not 2xx, except those of the upload to a presigned URL. */
        Error: {
            /**
             * @description The reason phrase of the HTTP status.
             * @example Bad Request
             */
            error: string;
            /**
             * @description `CLIENT_ID_MISSING` is documented. Others: `BAD_REQUEST`, `UNAUTHORIZED`, `FORBIDDEN`, `TOKEN_INVALID`, `NOT_FOUND`, `DATASET_NOT_FOUND`, `PAYLOAD_TOO_LARGE`, `TOO_MANY_REQUESTS`, `INTERNAL_SERVER_ERROR`. Branch on the HTTP status only.
             * @example CLIENT_ID_MISSING
             */
            code: string;
            /** @description What failed and what to do. */
            message: string;
            /** @description More about the cause; empty when there is no more to say. */
            details: string;
            /**
             * Format: date-time
             * @description When the error occurred, UTC.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description Identifies this occurrence.
             */
            error_uuid: string;
        };
        /** @description An XML document `<Error><Code/><Message/><RequestId/></Error>`, kept as text. */
        UploadError: string;
    };
    responses: {
        /** @description An address to upload to, and the job that the upload will start. */
        PresignedUrl: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "url": "https://uploads.example/5c1f4f0e-6d0b-4b58-9b6e-0f2f6f3f8f11?expires=1768471200&signature=3f6c",
                 *       "jobId": "5c1f4f0e-6d0b-4b58-9b6e-0f2f6f3f8f11",
                 *       "message": "Presigned URL created"
                 *     }
                 */
                "application/json": components["schemas"]["PresignedUrl"];
            };
        };
        /** @description Stored; the job runs. Also for invalid data, which makes the job `invalid`. The body is empty. */
        Uploaded: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The job is accepted and runs; ask for its status with `jobId`. */
        JobAccepted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "jobId": "0d1d7a3e-5b0c-4f7e-8a5e-1c7f3f0a9c22",
                 *       "message": "Prediction job started"
                 *     }
                 */
                "application/json": components["schemas"]["JobStarted"];
            };
        };
        /** @description The deletion job is accepted and runs; its effect is certain when its status is `success`. */
        DeletionStarted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "jobId": "7b9a1d4c-2f3e-4c5d-9e8f-6a7b8c9d0e1f",
                 *       "message": "Deletion job started"
                 *     }
                 */
                "application/json": components["schemas"]["JobStarted"];
            };
        };
        /** @description The tenant's datasets; with header `datasetId` the summary of that dataset. */
        DatasetListOrSummary: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DatasetList"] | components["schemas"]["DatasetSummary"];
            };
        };
        /** @description Which days the stored records of the dataset cover. */
        DatasetSummary: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "startDate": "2024-01-01",
                 *       "endDate": "2024-01-10",
                 *       "intervalGranularity": "D",
                 *       "numberOfIntervalsWithRecords": 3,
                 *       "numberOfIntervalsWithoutRecords": 7,
                 *       "numberOfIntervalsTotal": 10
                 *     }
                 */
                "application/json": components["schemas"]["DatasetSummary"];
            };
        };
        /** @description The subscriptions that match. */
        SubscriptionOverview: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "countOfDatasets": 2,
                 *       "countOfSubscriptionIds": 3,
                 *       "subscriptionObjects": [
                 *         {
                 *           "datasetId": "coffee-beans",
                 *           "countOfSubscriptionIds": 2,
                 *           "subscriptionIds": [
                 *             "sub-1",
                 *             "sub-2"
                 *           ]
                 *         },
                 *         {
                 *           "datasetId": "filters",
                 *           "countOfSubscriptionIds": 1,
                 *           "subscriptionIds": [
                 *             "sub-3"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SubscriptionOverview"];
            };
        };
        /** @description The subscriptions that were removed. */
        UnsubscribeResult: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "countOfUnsubscribedDatasets": 1,
                 *       "countOfUnsubscribedSubscriptionIds": 2,
                 *       "unsubscribedSubscriptionObjects": [
                 *         {
                 *           "datasetId": "coffee-beans",
                 *           "countOfSubscriptionIds": 2,
                 *           "subscriptionIds": [
                 *             "sub-1",
                 *             "sub-2"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UnsubscribeResult"];
            };
        };
        /** @description The feedback is stored. */
        FeedbackStored: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Feedback stored"
                 *     }
                 */
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description The service is up. */
        Healthy: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "OK"
                 *     }
                 */
                "application/json": components["schemas"]["Health"];
            };
        };
        /** @description A malformed request: a required header is missing, a parameter or the body has the wrong shape, type or value; where 404 is not listed, also an unknown dataset. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Bad Request",
                 *       "code": "CLIENT_ID_MISSING",
                 *       "message": "Header tenantId is missing. Send the tenant on whose behalf you call.",
                 *       "details": "",
                 *       "timestamp": "2026-01-15T09:00:00.000Z",
                 *       "error_uuid": "2f1c7a52-8a0f-4f0e-9d57-3a9d1a6f0b01"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no header `Authorization` of the form `Bearer <token>`. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Unauthorized",
                 *       "code": "UNAUTHORIZED",
                 *       "message": "The request carries no bearer token. Send the header Authorization: Bearer <access token>.",
                 *       "details": "",
                 *       "timestamp": "2026-01-15T09:00:00.000Z",
                 *       "error_uuid": "2f1c7a52-8a0f-4f0e-9d57-3a9d1a6f0b02"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The bearer token is expired, unknown, malformed or of another issuer, or it lacks the scope of this API or the right to act for the tenant. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Forbidden",
                 *       "code": "TOKEN_INVALID",
                 *       "message": "The access token is expired. Request a new one.",
                 *       "details": "",
                 *       "timestamp": "2026-01-15T09:00:00.000Z",
                 *       "error_uuid": "2f1c7a52-8a0f-4f0e-9d57-3a9d1a6f0b03"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The job, its results, that page of them, or a dataset does not exist for this tenant and API. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Not Found",
                 *       "code": "NOT_FOUND",
                 *       "message": "There is no job 5c1f4f0e-6d0b-4b58-9b6e-0f2f6f3f8f11. Check the header jobId.",
                 *       "details": "",
                 *       "timestamp": "2026-01-15T09:00:00.000Z",
                 *       "error_uuid": "2f1c7a52-8a0f-4f0e-9d57-3a9d1a6f0b04"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request body is larger than 6,291,456 bytes. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Payload Too Large",
                 *       "code": "PAYLOAD_TOO_LARGE",
                 *       "message": "The request body is larger than 6291456 bytes. Send fewer datasets per request.",
                 *       "details": "",
                 *       "timestamp": "2026-01-15T09:00:00.000Z",
                 *       "error_uuid": "2f1c7a52-8a0f-4f0e-9d57-3a9d1a6f0b05"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests; nothing was processed. Wait as long as `Retry-After` says. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Too Many Requests",
                 *       "code": "TOO_MANY_REQUESTS",
                 *       "message": "Too many requests. Repeat the request after 1 second.",
                 *       "details": "",
                 *       "timestamp": "2026-01-15T09:00:00.000Z",
                 *       "error_uuid": "2f1c7a52-8a0f-4f0e-9d57-3a9d1a6f0b06"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service failed. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Internal Server Error",
                 *       "code": "INTERNAL_SERVER_ERROR",
                 *       "message": "The service failed to process the request. Repeat it later.",
                 *       "details": "",
                 *       "timestamp": "2026-01-15T09:00:00.000Z",
                 *       "error_uuid": "2f1c7a52-8a0f-4f0e-9d57-3a9d1a6f0b07"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request carries an `Authorization` header beside the signature of the URL. No job starts. */
        UploadNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example <Error><Code>InvalidArgument</Code><Message>Only one auth mechanism allowed</Message><RequestId>req-1</RequestId></Error> */
                "application/xml": components["schemas"]["UploadError"];
            };
        };
        /** @description `AccessDenied`: the URL has expired. `SignatureDoesNotMatch`: the URL was altered, or a header was sent that the signature does not cover. No job starts. */
        UploadForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example <Error><Code>AccessDenied</Code><Message>Request has expired</Message><RequestId>req-2</RequestId></Error> */
                "application/xml": components["schemas"]["UploadError"];
            };
        };
        /** @description Received. Any other answer, or none within 10 seconds, has no effect on the job. */
        CallbackReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * @description The tenant on whose behalf the call is made, of the caller's choice; a tenant exists from its first use. Missing or empty: 400 with code `CLIENT_ID_MISSING`.
         * @example acme
         */
        TenantId: string;
        /**
         * @description The job; a header, not a query parameter.
         * @example 5c1f4f0e-6d0b-4b58-9b6e-0f2f6f3f8f11
         */
        JobId: components["schemas"]["JobIdentifier"];
        /**
         * @description Page of the results, counted from 1. A page holds up to 100 datasets.
         * @example 1
         */
        Page: number;
        /**
         * @description The dataset, percent-encoded.
         * @example coffee-beans
         */
        DatasetId: components["schemas"]["DatasetId"];
        /** @description Older form; with this header the answer is the summary of that dataset. */
        DatasetIdHeader: components["schemas"]["DatasetId"];
        /** @description Earliest date to delete, included. Absent means everything up to `toDate`. */
        FromDate: components["schemas"]["CalendarDate"];
        /** @description Latest date to delete, included; not before `fromDate`. Absent means everything from `fromDate` on. */
        ToDate: components["schemas"]["CalendarDate"];
        /** @description Only this dataset. An unknown one gives zero counts. */
        SubscriptionDatasetFilter: string;
        /**
         * @description Comma-separated subscription ids; only these, of the dataset when `datasetId` is given, else of all. Items are trimmed, empty ones dropped; the counts are those of the filtered answer.
         * @example sub-1,sub-2
         */
        SubscriptionIdsFilter: string;
        /**
         * @description The job of the presigned URL.
         * @example 5c1f4f0e-6d0b-4b58-9b6e-0f2f6f3f8f11
         */
        UploadJobId: string;
        /**
         * @description Unix time in seconds from which the URL is refused.
         * @example 1768471200
         */
        UploadExpires: string;
        /**
         * @description Signature over the URL, hexadecimal.
         * @example 3f6c
         */
        UploadSignature: string;
        /**
         * @description The tenant of the request that started the job.
         * @example acme
         */
        CallbackTenantId: string;
        /**
         * @description The `webhookApiKey` of the request that started the job.
         * @example hook-key-1
         */
        CallbackApiKey: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description How to authenticate, `Bearer` with optional parameters.
         * @example Bearer
         */
        WwwAuthenticate: string;
        /**
         * @description Seconds to wait before the next attempt.
         * @example 1
         */
        RetryAfter: number;
        /**
         * @description Entity tag of the stored body, quoted.
         * @example "9b2cf535f27731c974343645a3985328"
         */
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
