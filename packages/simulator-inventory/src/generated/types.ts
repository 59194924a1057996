// Generated from specs/ by `npm run generate`; change the description instead.

export interface paths {
    "/io/presigned_url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get presigned URL
         * @description An address to upload to. The job starts with the upload. A header `clientId` is not needed and is ignored.
         */
        get: operations["getPresignedUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_uploads/io/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload data
         * @description Used only as `url` of Get presigned URL gives it; the place of this path is the simulator's own. The signature binds tenant, client, type and job, so no token is sent and `tenantId`, `Content-Type` and other headers are ignored. The body is validated only when the job runs. A second upload to the same URL replaces the first and runs the job again.
         */
        put: operations["uploadData"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/io/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get job status
         * @description The state of a job. A presigned `jobId` answers 404 until its upload has arrived.
         */
        get: operations["getJobStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/io/start_trainer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start trainer
         * @description Starts a job that trains several models per dataset and keeps the best on the most recent period. An unknown dataset and one without a record up to `freezeDate` are `invalid` in the job.
         */
        post: operations["startTrainer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/io/create_prediction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create prediction
         * @description Starts a job that computes and stores forecasts and purchase order suggestions. An unknown or untrained dataset is `invalid` in the job.
         */
        post: operations["createPrediction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/io/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get prediction results
         * @description The results of a prediction job, by its `jobId`. 404 while the job runs, for a job of another kind, and for a page beyond the last. A job that ended `invalid` answers with the results of its valid datasets.
         */
        get: operations["getPredictionResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/io/real_time_prediction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Real-time prediction
         * @description Computes suggestions at once from the forecast sent; no forecasting is done and no job starts. The dataset must be known but need not be trained; an unknown one answers 404.
         */
        post: operations["predictRealTime"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/io/start_inventory_classification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start inventory classification
         * @description Starts a job that classifies the datasets. When `endDate` is given it acts as the current date. An unknown dataset is `invalid` in the job; training is not needed.
         */
        post: operations["startInventoryClassification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/io/inventory_classification_results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get classification results
         * @description The results of a classification job, all at once. 404 while the job runs and for a job of another kind. A job that ended `invalid` answers with the results of its valid datasets.
         */
        get: operations["getInventoryClassificationResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/io/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get data
         * @description Lists the tenant's datasets. Older form: with a header `datasetId` the answer is the summary of that dataset.
         */
        get: operations["listDatasets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/io/data/{datasetId}": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The tenant on whose behalf the call is made, of the caller's choice; a tenant exists from its first use. Missing or empty: 400 with code `CLIENT_ID_MISSING`.
                 * @example acme
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            path: {
                /**
                 * @description The dataset, percent-encoded.
                 * @example coffee-beans
                 */
                datasetId: components["parameters"]["DatasetId"];
            };
            cookie?: never;
        };
        /**
         * Get data for dataset
         * @description The dates that the dataset's records cover. An unknown dataset answers 400 with code `DATASET_NOT_FOUND`. A header or query `datasetId` is ignored.
         */
        get: operations["getDatasetSummary"];
        put?: never;
        post?: never;
        /**
         * Delete data
         * @description Starts a job that deletes the dataset's records from `fromDate` to `toDate`; with neither date all of them. An unknown dataset makes the job `invalid`. A request body, its `Content-Type` and a header `datasetId` are ignored; no webhook is sent.
         */
        delete: operations["deleteDatasetData"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/io/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload feedback
         * @description Stores feedback on predictions; it has no visible effect. 404 when a dataset or job of the body is unknown; then nothing of the body is stored.
         */
        post: operations["uploadFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/io/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get subscriptions
         * @description The subscriptions of the tenant's datasets.
         */
        get: operations["getSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/io/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unsubscribe
         * @description Removes subscriptions. Unknown datasets and subscription ids are skipped.
         */
        post: operations["unsubscribeDatasets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/io/health_check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check service health
         * @description Needs neither token nor `tenantId`; both are ignored.
         */
        get: operations["checkHealth"];
        put?: never;
        post?: never;
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
         * Format: date
         * @description A calendar date, YYYY-MM-DD.
         * @example 2026-01-15
         */
        InventoryDate: string;
        /**
         * Format: date
         * @description YYYY-MM-DD, from 2000-01-01 to today by UTC, both included. Takes the place of today: later records are not seen. The upper bound is checked against the clock.
         * @example 2025-12-31
         */
        FreezeDate: string;
        /**
         * Format: date
         * @description As FreezeDate, or null, which counts as absent.
         * @example 2025-12-31
         */
        OptionalFreezeDate: string | null;
        /**
         * @description Length of a forecast interval; `D` day, `W` week from Monday, `M` calendar month.
         * @enum {string}
         */
        InventoryFrequency: "D" | "W" | "M";
        /**
         * @description Unit of a period; `D` 1 day, `W` 7 days, `M` 30 days, `Y` 365 days.
         * @enum {string}
         */
        InventoryGranularity: "D" | "W" | "M" | "Y";
        /** @description A whole number of days, weeks, months or years. */
        InventoryPeriod: {
            value: number;
            granularity: components["schemas"]["InventoryGranularity"];
        };
        /** @description Time from order to delivery; fractions are allowed. */
        InventoryLeadTime: {
            value: number;
            granularity: components["schemas"]["InventoryGranularity"];
        };
        /** @description One sale. Its id is unique within the dataset of one upload; a stored transaction with the same id is replaced. Negative quantities (returns) and future dates are valid. */
        InventoryTransaction: {
            transactionId: string;
            departureDate: components["schemas"]["InventoryDate"];
            quantity: number;
            /** @description Absent or null counts as 0 in a classification. */
            unitPrice?: number | null;
            /** @description Absent or null counts as 0 in a classification. */
            unitCost?: number | null;
        };
        InventoryDataset: {
            datasetId: components["schemas"]["DatasetId"];
            transactions: components["schemas"]["InventoryTransaction"][];
        };
        /** @description Training data. Validated per dataset when the job runs: an invalid dataset leaves the stored data unchanged, the valid ones are stored. */
        InventoryRawDataUpload: {
            datasets: components["schemas"]["InventoryDataset"][];
            webhook?: components["schemas"]["OptionalWebhook"];
        };
        InventoryTrainerParameters: {
            datasetId: components["schemas"]["DatasetId"];
            frequency: components["schemas"]["InventoryFrequency"];
            /** @description Number of intervals to forecast, less than one and a half years; `D` 1..547, `W` 1..78, `M` 1..17. */
            horizon: number;
        };
        InventoryStartTrainerRequest: {
            /** @description One item per dataset. Equal items are taken as one; differing ones for a dataset are refused. */
            parametersArray: components["schemas"]["InventoryTrainerParameters"][];
            /** @description Train up to that date instead of today, for testing. */
            freezeDate?: components["schemas"]["FreezeDate"];
            webhook?: components["schemas"]["Webhook"];
        };
        InventorySupplier: {
            supplierId: string;
            /**
             * @description Replenishment quantities are multiples of it.
             * @default 1
             */
            batchSize: number | null;
            unitPrice?: number | null;
            leadTime: components["schemas"]["InventoryLeadTime"];
        };
        /** @description An open purchase order. */
        InventoryOrder: {
            estimatedDeliveryDate: components["schemas"]["InventoryDate"];
            quantity: number;
        };
        /** @description A sales order that is already known. */
        FutureSalesOrder: {
            departureDate: components["schemas"]["InventoryDate"];
            quantity: number;
        };
        /** @description What to predict for one dataset. Null in an optional field counts as absent. */
        InventoryPredictionParameters: {
            datasetId: components["schemas"]["DatasetId"];
            currentInventoryLevel: number;
            /** @description Share of the demand to be met from stock, between 0 and 1, both excluded. */
            wantedServiceLevel: number;
            supplier: components["schemas"]["InventorySupplier"];
            /** @description Absent means the replenishment interval. */
            planningPeriod?: components["schemas"]["InventoryPeriod"] | null;
            /** @default [] */
            inventoryOrders: components["schemas"]["InventoryOrder"][] | null;
            /** @default [] */
            futureSalesOrders: components["schemas"]["FutureSalesOrder"][] | null;
            /** @default 0 */
            minimumInventory: number | null;
            /** @description Absent means no maximum. */
            maximumInventory?: number | null;
            replenishmentInterval: components["schemas"]["InventoryPeriod"];
        };
        /** @description Body of Create prediction, and of an upload of type `prediction`. */
        InventoryCreatePredictionRequest: {
            /** @description One item per dataset. Equal items are taken as one; differing ones for a dataset are refused. */
            parametersArray: components["schemas"]["InventoryPredictionParameters"][];
            /** @description Predict from that date. */
            freezeDate?: components["schemas"]["OptionalFreezeDate"];
            webhook?: components["schemas"]["OptionalWebhook"];
        };
        /** @description A forecast point as a real-time prediction needs it; the decomposition may be left out. */
        ForecastPointInput: {
            date: components["schemas"]["InventoryDate"];
            predictedQuantity: number;
            predictedSeason?: number;
            predictedTrend?: number;
            predictedNoise?: number;
            lowerQuantity: number;
            upperQuantity: number;
        };
        /** @description The prediction parameters and the forecast to compute from. */
        InventoryRealTimeParameters: components["schemas"]["InventoryPredictionParameters"] & {
            forecast: components["schemas"]["ForecastPointInput"][];
            frequency: components["schemas"]["InventoryFrequency"];
        };
        InventoryRealTimeRequest: {
            /** @description One item per dataset. Equal items are taken as one; differing ones for a dataset are refused. */
            parametersArray: components["schemas"]["InventoryRealTimeParameters"][];
            /** @description Acts as the current date; forecast points of earlier intervals are ignored. */
            freezeDate?: components["schemas"]["FreezeDate"];
        };
        /** @description Dates of the sales that count, both included. `endDate` acts as the current date and is not in the future. */
        InventoryClassificationDateRange: {
            startDate?: components["schemas"]["InventoryDate"];
            endDate?: components["schemas"]["InventoryDate"];
        };
        InventoryClassificationRequest: {
            datasetIds: components["schemas"]["DatasetId"][];
            /**
             * @description What the ABC category ranks by.
             * @enum {string}
             */
            abcDriver: "profit" | "revenue" | "quantity";
            dateRange?: components["schemas"]["InventoryClassificationDateRange"];
            webhook?: components["schemas"]["Webhook"];
        };
        InventoryFeedbackDataset: {
            datasetId: components["schemas"]["DatasetId"];
            /** @description The job that made the predictions. */
            jobId: components["schemas"]["JobIdentifier"];
            /** @description Objects of any content; they are stored and not inspected. */
            predictions: {
                [key: string]: unknown;
            }[];
        };
        InventoryFeedbackRequest: {
            datasets: components["schemas"]["InventoryFeedbackDataset"][];
        };
        InventoryDatasetMessage: {
            /**
             * @description `SUCCESS`, or why the dataset is invalid: `INVALID_DATA` it failed validation, `DATASET_NOT_FOUND` it is unknown, `MODEL_NOT_FOUND` it is not trained. Compare with `SUCCESS` only.
             * @enum {string}
             */
            code: "SUCCESS" | "INVALID_DATA" | "DATASET_NOT_FOUND" | "MODEL_NOT_FOUND";
            message: components["schemas"]["HumanText"];
        };
        InventoryDatasetStatus: {
            datasetId: components["schemas"]["DatasetId"];
            status: components["schemas"]["DatasetState"];
            /** @description An object; plain text only with the setting `datasetMessageForm` at `string`. */
            message: components["schemas"]["InventoryDatasetMessage"] | components["schemas"]["HumanText"];
        };
        InventoryJobStatus: {
            status: components["schemas"]["JobState"];
            message: components["schemas"]["HumanText"];
            /** @description One entry per dataset of the job; empty while the job is running. */
            datasetsStatus: components["schemas"]["InventoryDatasetStatus"][];
        };
        DateInterval: {
            startDate: components["schemas"]["InventoryDate"];
            endDate: components["schemas"]["InventoryDate"];
        };
        Suggestion: {
            quantity: number;
            validDateInterval: components["schemas"]["DateInterval"];
        };
        /** @description The prediction for one interval. Trend, season and noise sum up to the predicted quantity; lower and upper bound a 80 % interval around it. */
        ForecastPoint: {
            /** @description First day of the interval. */
            date: components["schemas"]["InventoryDate"];
            predictedQuantity: number;
            predictedSeason: number;
            predictedTrend: number;
            predictedNoise: number;
            lowerQuantity: number;
            upperQuantity: number;
        };
        /** @description What was sold in one interval of the history; 0 where nothing was. */
        HistoricalPoint: {
            date: components["schemas"]["InventoryDate"];
            quantity: number;
        };
        InventoryPredictionResult: {
            datasetId: components["schemas"]["DatasetId"];
            supplierId: string;
            safetyStockSuggestion: components["schemas"]["Suggestion"];
            reorderPointSuggestion: components["schemas"]["Suggestion"];
            replenishmentSuggestion: components["schemas"]["Suggestion"];
            /** @description As many points as the `horizon` of the latest training. */
            forecast: components["schemas"]["ForecastPoint"][];
            /** @description The sales history that the forecast rests on. */
            historicalData: components["schemas"]["HistoricalPoint"][];
        };
        InventoryPredictionResults: {
            message: components["schemas"]["ResultsMessage"];
            page: components["schemas"]["PageNumber"];
            pages: components["schemas"]["PageCount"];
            /** @description In the order of the request. */
            results: components["schemas"]["InventoryPredictionResult"][];
        };
        InventoryRealTimeResult: {
            datasetId: components["schemas"]["DatasetId"];
            supplierId: string;
            safetyStockSuggestion: components["schemas"]["Suggestion"];
            reorderPointSuggestion: components["schemas"]["Suggestion"];
            replenishmentSuggestion: components["schemas"]["Suggestion"];
        };
        InventoryRealTimeResponse: {
            results: components["schemas"]["InventoryRealTimeResult"][];
        };
        InventoryClassificationResult: {
            datasetId: components["schemas"]["DatasetId"];
            /** @enum {string} */
            abcCategory: "A" | "B" | "C";
            isSeasonal: boolean;
            /** @description The months of high demand in calendar order; empty when `isSeasonal` is false. */
            seasonalities: ("January" | "February" | "March" | "April" | "May" | "June" | "July" | "August" | "September" | "October" | "November" | "December")[];
            /** @enum {string} */
            demandType: "New" | "Smooth" | "Intermittent" | "Erratic" | "Lumpy";
            /** @enum {string} */
            trend: "Positive" | "Negative" | "None";
        };
        InventoryClassificationResults: {
            message: components["schemas"]["HumanText"];
            results: components["schemas"]["InventoryClassificationResult"][];
        };
        /**
         * @description Identifies a dataset within its tenant. Used verbatim, so `7` and `007` are two datasets.
         * @example coffee-beans
         */
        DatasetId: string;
        /** @description A webhook, or null, which counts as absent. */
        OptionalWebhook: components["schemas"]["Webhook"] | null;
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
        /**
         * @description Identifies a job within its API and tenant.
         * @example 5c1f4f0e-6d0b-4b58-9b6e-0f2f6f3f8f11
         */
        JobIdentifier: string;
        /** @description Human-readable text; programs do not branch on it. */
        HumanText: string;
        /**
         * @description Outcome of a job for one dataset. An `invalid` dataset is not processed.
         * @enum {string}
         */
        DatasetState: "success" | "invalid";
        /**
         * @description `inProgress`: the job is running. `success`: it finished successfully. `invalid`: the data failed validation, or processing failed; `message` tells the cause. Moves: (none) to `inProgress` to `success` or `invalid`; both are final.
         * @enum {string}
         */
        JobState: "inProgress" | "success" | "invalid";
        /** @description Never null here; clients accept null. */
        ResultsMessage: components["schemas"]["HumanText"];
        /** @description The page of the results that this is, counted from 1. */
        PageNumber: number;
        /** @description Number of pages; 1 when there are no results. */
        PageCount: number;
        PresignedUrl: {
            /**
             * Format: uri
             * @description Absolute address of the upload, used exactly as given. Valid for 60 minutes.
             */
            url: string;
            jobId: components["schemas"]["JobIdentifier"];
            message: components["schemas"]["HumanText"];
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
        /** @description The fuller form of the completion message. */
        JobCompleted: {
            jobId: components["schemas"]["JobIdentifier"];
            status: components["schemas"]["FinalJobState"];
            message: components["schemas"]["HumanText"];
            /** @description One entry per dataset of the job. */
            datasetsStatus: components["schemas"]["JobCompletedDataset"][];
        };
        JobStarted: {
            jobId: components["schemas"]["JobIdentifier"];
            message: components["schemas"]["HumanText"];
        };
        Message: {
            message: components["schemas"]["HumanText"];
        };
        UnsubscribeRequest: {
            subscriptionObjects: components["schemas"]["SubscriptionObject"][];
        };
        /**
         * @description The job's final status, the same as polling shows.
         * @enum {string}
         */
        FinalJobState: "success" | "invalid";
        JobCompletedDataset: {
            datasetId: components["schemas"]["DatasetId"];
            status: components["schemas"]["DatasetState"];
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
         * Format: date
         * @description A calendar date, YYYY-MM-DD.
         * @example 2026-01-15
         */
        CalendarDate: string;
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
        SubscriptionItem: {
            datasetId: components["schemas"]["DatasetId"];
            /** @description Number of `subscriptionIds`. */
            countOfSubscriptionIds: number;
            subscriptionIds: components["schemas"]["SubscriptionId"][];
        };
        /**
         * @description Opaque identifier of a subscription; subscriptions are created outside this API.
         * @example sub-1
         */
        SubscriptionId: string;
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
        /** @description Stored; the job runs. Also for invalid data, which makes the job `invalid`. The body is empty. */
        Uploaded: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
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
        /** @description Received. Any other answer, or none within 10 seconds, has no effect on the job. */
        CallbackReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
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
    };
    parameters: {
        /**
         * @description The tenant on whose behalf the call is made, of the caller's choice; a tenant exists from its first use. Missing or empty: 400 with code `CLIENT_ID_MISSING`.
         * @example acme
         */
        TenantId: string;
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
         * @description The tenant of the request that started the job.
         * @example acme
         */
        CallbackTenantId: string;
        /**
         * @description The `webhookApiKey` of the request that started the job.
         * @example hook-key-1
         */
        CallbackApiKey: string;
        /** @description Older form; with this header the answer is the summary of that dataset. */
        DatasetIdHeader: components["schemas"]["DatasetId"];
        /**
         * @description The dataset, percent-encoded.
         * @example coffee-beans
         */
        DatasetId: components["schemas"]["DatasetId"];
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
export interface operations {
    getPresignedUrl: {
        parameters: {
            query: {
                /**
                 * @description What the upload does: `raw_data` stores training data, `prediction` starts a prediction job. Exact case; an empty value is refused.
                 * @example raw_data
                 */
                type: "prediction" | "raw_data";
            };
            header: {
                /**
                 * @description The tenant on whose behalf the call is made, of the caller's choice; a tenant exists from its first use. Missing or empty: 400 with code `CLIENT_ID_MISSING`.
                 * @example acme
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PresignedUrl"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    uploadData: {
        parameters: {
            query?: {
                /**
                 * @description Unix time in seconds from which the URL is refused.
                 * @example 1768471200
                 */
                expires?: components["parameters"]["UploadExpires"];
                /**
                 * @description Signature over the URL, hexadecimal.
                 * @example 3f6c
                 */
                signature?: components["parameters"]["UploadSignature"];
            };
            header?: never;
            path: {
                /**
                 * @description The job of the presigned URL.
                 * @example 5c1f4f0e-6d0b-4b58-9b6e-0f2f6f3f8f11
                 */
                jobId: components["parameters"]["UploadJobId"];
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8. For type `raw_data` an InventoryRawDataUpload, for type `prediction` an InventoryCreatePredictionRequest of any size. What does not fit makes the job `invalid`. */
        requestBody?: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            200: components["responses"]["Uploaded"];
            400: components["responses"]["UploadNotAllowed"];
            403: components["responses"]["UploadForbidden"];
        };
    };
    getJobStatus: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The tenant on whose behalf the call is made, of the caller's choice; a tenant exists from its first use. Missing or empty: 400 with code `CLIENT_ID_MISSING`.
                 * @example acme
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description The job; a header, not a query parameter.
                 * @example 5c1f4f0e-6d0b-4b58-9b6e-0f2f6f3f8f11
                 */
                jobId: components["parameters"]["JobId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryJobStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    startTrainer: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The tenant on whose behalf the call is made, of the caller's choice; a tenant exists from its first use. Missing or empty: 400 with code `CLIENT_ID_MISSING`.
                 * @example acme
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "parametersArray": [
                 *         {
                 *           "datasetId": "coffee-beans",
                 *           "frequency": "D",
                 *           "horizon": 30
                 *         },
                 *         {
                 *           "datasetId": "filters",
                 *           "frequency": "M",
                 *           "horizon": 12
                 *         }
                 *       ],
                 *       "freezeDate": "2025-12-31",
                 *       "webhook": {
                 *         "webhookUrl": "https://shop.example/hooks/forecast",
                 *         "webhookApiKey": "hook-key-1"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["InventoryStartTrainerRequest"];
            };
        };
        responses: {
            202: components["responses"]["JobAccepted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    createPrediction: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The tenant on whose behalf the call is made, of the caller's choice; a tenant exists from its first use. Missing or empty: 400 with code `CLIENT_ID_MISSING`.
                 * @example acme
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InventoryCreatePredictionRequest"];
            };
        };
        responses: {
            202: components["responses"]["JobAccepted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getPredictionResults: {
        parameters: {
            query: {
                /**
                 * @description Page of the results, counted from 1. A page holds up to 100 datasets.
                 * @example 1
                 */
                page: components["parameters"]["Page"];
            };
            header: {
                /**
                 * @description The tenant on whose behalf the call is made, of the caller's choice; a tenant exists from its first use. Missing or empty: 400 with code `CLIENT_ID_MISSING`.
                 * @example acme
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description The job; a header, not a query parameter.
                 * @example 5c1f4f0e-6d0b-4b58-9b6e-0f2f6f3f8f11
                 */
                jobId: components["parameters"]["JobId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Prediction results fetched",
                     *       "page": 1,
                     *       "pages": 1,
                     *       "results": [
                     *         {
                     *           "datasetId": "coffee-beans",
                     *           "supplierId": "north-roasters",
                     *           "safetyStockSuggestion": {
                     *             "quantity": 6.2,
                     *             "validDateInterval": {
                     *               "startDate": "2026-01-15",
                     *               "endDate": "2026-01-22"
                     *             }
                     *           },
                     *           "reorderPointSuggestion": {
                     *             "quantity": 48.4,
                     *             "validDateInterval": {
                     *               "startDate": "2026-01-15",
                     *               "endDate": "2026-01-22"
                     *             }
                     *           },
                     *           "replenishmentSuggestion": {
                     *             "quantity": 36,
                     *             "validDateInterval": {
                     *               "startDate": "2026-01-15",
                     *               "endDate": "2026-01-22"
                     *             }
                     *           },
                     *           "forecast": [
                     *             {
                     *               "date": "2026-01-15",
                     *               "predictedQuantity": 3,
                     *               "predictedSeason": 0.5,
                     *               "predictedTrend": 2.4,
                     *               "predictedNoise": 0.1,
                     *               "lowerQuantity": 1.2,
                     *               "upperQuantity": 4.8
                     *             }
                     *           ],
                     *           "historicalData": [
                     *             {
                     *               "date": "2026-01-13",
                     *               "quantity": 2
                     *             },
                     *             {
                     *               "date": "2026-01-14",
                     *               "quantity": 0
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InventoryPredictionResults"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    predictRealTime: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The tenant on whose behalf the call is made, of the caller's choice; a tenant exists from its first use. Missing or empty: 400 with code `CLIENT_ID_MISSING`.
                 * @example acme
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "parametersArray": [
                 *         {
                 *           "datasetId": "coffee-beans",
                 *           "currentInventoryLevel": 40,
                 *           "wantedServiceLevel": 0.95,
                 *           "supplier": {
                 *             "supplierId": "north-roasters",
                 *             "batchSize": 12,
                 *             "unitPrice": 7.5,
                 *             "leadTime": {
                 *               "value": 1.5,
                 *               "granularity": "W"
                 *             }
                 *           },
                 *           "replenishmentInterval": {
                 *             "value": 7,
                 *             "granularity": "D"
                 *           },
                 *           "frequency": "D",
                 *           "forecast": [
                 *             {
                 *               "date": "2026-01-15",
                 *               "predictedQuantity": 3,
                 *               "predictedSeason": 0.5,
                 *               "predictedTrend": 2.4,
                 *               "predictedNoise": 0.1,
                 *               "lowerQuantity": 1.2,
                 *               "upperQuantity": 4.8
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["InventoryRealTimeRequest"];
            };
        };
        responses: {
            /** @description The suggestions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "datasetId": "coffee-beans",
                     *           "supplierId": "north-roasters",
                     *           "safetyStockSuggestion": {
                     *             "quantity": 6.2,
                     *             "validDateInterval": {
                     *               "startDate": "2026-01-15",
                     *               "endDate": "2026-01-22"
                     *             }
                     *           },
                     *           "reorderPointSuggestion": {
                     *             "quantity": 37.7,
                     *             "validDateInterval": {
                     *               "startDate": "2026-01-15",
                     *               "endDate": "2026-01-22"
                     *             }
                     *           },
                     *           "replenishmentSuggestion": {
                     *             "quantity": 24,
                     *             "validDateInterval": {
                     *               "startDate": "2026-01-15",
                     *               "endDate": "2026-01-22"
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InventoryRealTimeResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    startInventoryClassification: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The tenant on whose behalf the call is made, of the caller's choice; a tenant exists from its first use. Missing or empty: 400 with code `CLIENT_ID_MISSING`.
                 * @example acme
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "datasetIds": [
                 *         "coffee-beans",
                 *         "filters"
                 *       ],
                 *       "abcDriver": "revenue",
                 *       "dateRange": {
                 *         "startDate": "2024-01-01",
                 *         "endDate": "2025-12-31"
                 *       },
                 *       "webhook": {
                 *         "webhookUrl": "https://shop.example/hooks/classification"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["InventoryClassificationRequest"];
            };
        };
        responses: {
            202: components["responses"]["JobAccepted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getInventoryClassificationResults: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The tenant on whose behalf the call is made, of the caller's choice; a tenant exists from its first use. Missing or empty: 400 with code `CLIENT_ID_MISSING`.
                 * @example acme
                 */
                tenantId: components["parameters"]["TenantId"];
                /**
                 * @description The job; a header, not a query parameter.
                 * @example 5c1f4f0e-6d0b-4b58-9b6e-0f2f6f3f8f11
                 */
                jobId: components["parameters"]["JobId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One item per dataset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Classification results fetched",
                     *       "results": [
                     *         {
                     *           "datasetId": "coffee-beans",
                     *           "abcCategory": "A",
                     *           "isSeasonal": true,
                     *           "seasonalities": [
                     *             "January",
                     *             "December"
                     *           ],
                     *           "demandType": "Smooth",
                     *           "trend": "Positive"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InventoryClassificationResults"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    listDatasets: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The tenant on whose behalf the call is made, of the caller's choice; a tenant exists from its first use. Missing or empty: 400 with code `CLIENT_ID_MISSING`.
                 * @example acme
                 */
                tenantId: components["parameters"]["TenantId"];
                /** @description Older form; with this header the answer is the summary of that dataset. */
                datasetId?: components["parameters"]["DatasetIdHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DatasetListOrSummary"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getDatasetSummary: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The tenant on whose behalf the call is made, of the caller's choice; a tenant exists from its first use. Missing or empty: 400 with code `CLIENT_ID_MISSING`.
                 * @example acme
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            path: {
                /**
                 * @description The dataset, percent-encoded.
                 * @example coffee-beans
                 */
                datasetId: components["parameters"]["DatasetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DatasetSummary"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    deleteDatasetData: {
        parameters: {
            query?: {
                /** @description Earliest date to delete, included. Absent means everything up to `toDate`. */
                fromDate?: components["parameters"]["FromDate"];
                /** @description Latest date to delete, included; not before `fromDate`. Absent means everything from `fromDate` on. */
                toDate?: components["parameters"]["ToDate"];
            };
            header: {
                /**
                 * @description The tenant on whose behalf the call is made, of the caller's choice; a tenant exists from its first use. Missing or empty: 400 with code `CLIENT_ID_MISSING`.
                 * @example acme
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            path: {
                /**
                 * @description The dataset, percent-encoded.
                 * @example coffee-beans
                 */
                datasetId: components["parameters"]["DatasetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeletionStarted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    uploadFeedback: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The tenant on whose behalf the call is made, of the caller's choice; a tenant exists from its first use. Missing or empty: 400 with code `CLIENT_ID_MISSING`.
                 * @example acme
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "datasets": [
                 *         {
                 *           "datasetId": "coffee-beans",
                 *           "jobId": "0d1d7a3e-5b0c-4f7e-8a5e-1c7f3f0a9c22",
                 *           "predictions": [
                 *             {
                 *               "supplierId": "north-roasters",
                 *               "comment": "The suggestion was too high"
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["InventoryFeedbackRequest"];
            };
        };
        responses: {
            200: components["responses"]["FeedbackStored"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getSubscriptions: {
        parameters: {
            query?: {
                /** @description Only this dataset. An unknown one gives zero counts. */
                datasetId?: components["parameters"]["SubscriptionDatasetFilter"];
                /**
                 * @description Comma-separated subscription ids; only these, of the dataset when `datasetId` is given, else of all. Items are trimmed, empty ones dropped; the counts are those of the filtered answer.
                 * @example sub-1,sub-2
                 */
                subscriptionIds?: components["parameters"]["SubscriptionIdsFilter"];
            };
            header: {
                /**
                 * @description The tenant on whose behalf the call is made, of the caller's choice; a tenant exists from its first use. Missing or empty: 400 with code `CLIENT_ID_MISSING`.
                 * @example acme
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SubscriptionOverview"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    unsubscribeDatasets: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The tenant on whose behalf the call is made, of the caller's choice; a tenant exists from its first use. Missing or empty: 400 with code `CLIENT_ID_MISSING`.
                 * @example acme
                 */
                tenantId: components["parameters"]["TenantId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subscriptionObjects": [
                 *         {
                 *           "datasetId": "coffee-beans",
                 *           "subscriptionIds": [
                 *             "sub-1",
                 *             "sub-2"
                 *           ]
                 *         },
                 *         {
                 *           "datasetId": "filters"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UnsubscribeRequest"];
            };
        };
        responses: {
            200: components["responses"]["UnsubscribeResult"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    checkHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Healthy"];
            500: components["responses"]["InternalServerError"];
        };
    };
}
