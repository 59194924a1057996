// Generated from specs/ by `npm run generate`; change the description instead.

export interface paths {
    "/td/presigned_url": {
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
    "/_uploads/td/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload data
         * @description Used only as `url` of Get presigned URL gives it; the place of this path is the simulator's own. The signature binds tenant, client, type and job, so no token is sent, and a `Content-Type` that is not empty is refused with 403; other headers are ignored. The body is validated only when the job runs; validation prepares the data for training. A dataset of 4000 registrations usually completes in under 2 minutes, one of 55000 in under 10 minutes. A second upload to the same URL replaces the first and runs the job again.
         */
        put: operations["uploadData"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/td/status": {
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
    "/td/start_trainer": {
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
         * @description Starts a job that trains a hierarchy of models per dataset: from scratch with `rebuildModels` true, else with the data uploaded since the last training. A full retrain takes under 2 minutes for 50 employees and under 10 minutes for 500. An unknown dataset, one without a registration, and an untrained one with `rebuildModels` false are `invalid` in the job.
         */
        post: operations["startTrainer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/td/create_prediction": {
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
         * @description Starts a job that makes a prediction for each registration sent, and for employee-days, missing days and plans where asked. Registrations sent here never update the models; to update them, upload them and start the trainer. The body is at most 6 MB, which about 12000 registrations keep under; about 4000 keep the result under its own 6 MB. 300 registrations usually take under 2 minutes, 5000 under 12 minutes. An unknown or untrained dataset is `invalid` in the job.
         */
        post: operations["createPrediction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/td/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get prediction results
         * @description The results of a prediction job, by its `jobId`. 404 while the job runs, for a job of another kind, and for a page beyond the last. A job that ended `invalid` answers with the results of its valid datasets. When the result of the whole job, all pages together, is larger than 6 MB, every page answers 500 and the job stays `success`.
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
    "/td/real_time_prediction": {
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
         * @description Predicts at once, for registrations only: no employee-days, missing days, plans or rules, and no job. One registration typically takes 1 to 1.5 seconds. Registrations sent here never update the models. An unknown or untrained dataset answers 404.
         */
        post: operations["predictRealTime"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/td/data": {
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
    "/td/data/{datasetId}": {
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
    "/td/feedback": {
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
         * @description Stores feedback on predictions. Scores stay as they are until the dataset is trained again. 404 when a dataset, job or prediction of the body is unknown; then nothing of the body is stored.
         */
        post: operations["uploadFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/td/subscriptions": {
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
    "/td/unsubscribe": {
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
    "/td/health_check": {
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
        /** @description An id or a text of 1 to 100 characters, used verbatim. */
        TimeText: string;
        /** @description An id or a text of 1 to 100 characters, or null, which counts as absent. */
        OptionalTimeText: string | null;
        /**
         * @description Decimal hours since midnight, 8.5 for 08:30; -1, null or absent means not given.
         * @example 8.5
         */
        TimeOfDay: number | null;
        /** @description An extra numeric feature, significant under its own name. */
        TimeNumerical: {
            name: components["schemas"]["TimeText"];
            value: number;
        };
        /** @description An extra categorical feature, significant under its own name. */
        TimeCategorical: {
            name: components["schemas"]["TimeText"];
            value: components["schemas"]["TimeText"];
        };
        /** @description What a registration and a plan have in common: the work of one employee on one day. Durations are decimal hours and need not fit the times. The weekday derives from `date`. */
        TimeWork: {
            date: components["schemas"]["CalendarDate"];
            employeeId: components["schemas"]["TimeText"];
            projectId?: components["schemas"]["OptionalTimeText"];
            departmentId?: components["schemas"]["OptionalTimeText"];
            workCategory?: components["schemas"]["OptionalTimeText"];
            startTime?: components["schemas"]["TimeOfDay"];
            endTime?: components["schemas"]["TimeOfDay"];
            /**
             * @description Decimal hours. Null or absent counts as `endTime` - `startTime` - `breakDuration` when both times are given, else as 0.
             * @example 7.5
             */
            workDuration?: number | null;
            /**
             * @description Decimal hours.
             * @example 0.5
             */
            breakDuration?: number | null;
            publicHoliday?: boolean | null;
            numericals?: components["schemas"]["TimeNumerical"][] | null;
            categoricals?: components["schemas"]["TimeCategorical"][] | null;
        };
        /** @description One registration. Its id is unique within the dataset of one body; a stored registration with the same id is replaced. */
        TimeRegistration: components["schemas"]["TimeWork"] & {
            registrationId: components["schemas"]["TimeText"];
        };
        /** @description Planned work, checked against the rules and not scored. */
        TimePlan: components["schemas"]["TimeWork"] & {
            planId: components["schemas"]["TimeText"];
        };
        /** @description A limit on work, judged over the registrations of the request, for plans over plans and registrations. `value` is in hours, in days for `max_consecutive_days`. `max_hours_per_day` and `max_hours_per_week`: more hours per employee and day or ISO week. `min_rest_hours_between_days`: fewer hours from the last end to the next day's first start. `max_consecutive_days`: a longer run of days with work. `no_overlap`: times of one employee and date that overlap by more. `not_on_public_holiday`: more hours with `publicHoliday`. */
        TimeRule: {
            ruleId: string;
            /** @enum {string} */
            ruleType: "max_hours_per_day" | "max_hours_per_week" | "min_rest_hours_between_days" | "max_consecutive_days" | "no_overlap" | "not_on_public_holiday";
            value: number;
        };
        /** @description Registrations of one dataset, for an upload and for a real-time prediction. */
        TimeDataset: {
            datasetId: components["schemas"]["DatasetId"];
            customerId?: components["schemas"]["CustomerId"];
            registrations: components["schemas"]["TimeRegistration"][];
        };
        /** @description Training data. Validated per dataset when the job runs: an invalid dataset leaves the stored data unchanged, the valid ones are stored. */
        TimeRawDataUpload: {
            datasets: components["schemas"]["TimeDataset"][];
            webhook?: components["schemas"]["OptionalWebhook"];
        };
        /** @description Only the id is checked; the dataset's registrations stay as they are. */
        TimeDatasetDescription: {
            datasetId: components["schemas"]["DatasetId"];
            /**
             * @description The customer, as text; not checked.
             * @example C-2041
             */
            customerId?: unknown;
            /**
             * @description What the dataset is, as text; not checked.
             * @example Kitchen and service of the café at the harbour, hourly paid
             */
            description?: unknown;
        };
        TimeDescriptionsUpload: {
            datasets: components["schemas"]["TimeDatasetDescription"][];
            webhook?: components["schemas"]["OptionalWebhook"];
        };
        TimeTrainerParameters: {
            datasetId: components["schemas"]["DatasetId"];
            customerId?: components["schemas"]["CustomerId"];
            /**
             * @description True trains from scratch on all uploaded data and replaces the models. False updates them with the data uploaded since the last training, which there must have been; new numericals need true.
             * @default true
             */
            rebuildModels: boolean;
        };
        TimeStartTrainerRequest: {
            /** @description One item per dataset. Equal items are taken as one; differing ones for a dataset are refused. */
            parameters: components["schemas"]["TimeTrainerParameters"][];
            webhook?: components["schemas"]["Webhook"];
        };
        /** @description What to predict for one dataset. Null in an optional field counts as absent. `registrations` may be empty when there are plans or missing dates. */
        TimePredictionParameters: {
            datasetId: components["schemas"]["DatasetId"];
            customerId?: components["schemas"]["CustomerId"];
            registrations: components["schemas"]["TimeRegistration"][];
            /**
             * @description Employees whose days are predicted as a whole too, one prediction for each of their dates in the request.
             * @default []
             */
            aggregateForEmployeeIds: components["schemas"]["TimeText"][] | null;
            /** @description Dates on which a registration may be missing: a prediction for each employee of `aggregateForEmployeeIds`, or else of the registrations, who has none that day. When left out: of `aggregateForEmployeeIds`, on each date from the first to the last of the registrations. */
            missingRegistrationDates?: components["schemas"]["CalendarDate"][] | null;
            /**
             * @description Planned work to check against the rules.
             * @default []
             */
            plans: components["schemas"]["TimePlan"][] | null;
            /** @default [] */
            rules: components["schemas"]["TimeRule"][] | null;
        };
        /** @description Body of Create prediction, and of an upload of type `prediction`. */
        TimeCreatePredictionRequest: {
            /** @description One item per dataset. Equal items are taken as one; differing ones for a dataset are refused. */
            parameters: components["schemas"]["TimePredictionParameters"][];
            webhook?: components["schemas"]["OptionalWebhook"];
        };
        TimeRealTimeRequest: {
            /** @description One item per dataset. Equal items are taken as one; differing ones for a dataset are refused. */
            parameters: components["schemas"]["TimeDataset"][];
        };
        TimeFeedbackDataset: {
            datasetId: components["schemas"]["DatasetId"];
            /** @description The job that made the predictions. */
            jobId: components["schemas"]["JobIdentifier"];
            predictions: components["schemas"]["PredictionFeedback"][];
        };
        TimeFeedbackRequest: {
            datasets: components["schemas"]["TimeFeedbackDataset"][];
        };
        /** @description The short form of the completion message. */
        JobCompletedShort: {
            jobId: components["schemas"]["JobIdentifier"];
            status: components["schemas"]["FinalJobState"];
        };
        /** @description A field's share of the anomaly score. */
        TimeSignificantField: {
            /**
             * @description Key of the registration, or name of a numerical or categorical. `date` stands for an unusual weekday; the setting `weekdayField` names it otherwise.
             * @example workDuration
             */
            field: string;
            significance: number;
            /**
             * @description 1 above, -1 below what is expected; 0 where there is no order.
             * @enum {number}
             */
            direction: -1 | 0 | 1;
        };
        /** @description A rule that was broken, with one inner array for each instance of it. The two arrays are parallel. */
        TimeBreach: {
            ruleId: string;
            /** @description The fields that break the rule, per instance. */
            relatedFields: string[][];
            /** @description The registrations and plans that break it together, per instance. */
            relatedIds: string[][];
        };
        /** @description The prediction for a registration; with `aggregated` for all of an employee's day, with `missing` too for a day without a registration. */
        TimePrediction: {
            /**
             * Format: uuid
             * @description Identifies the prediction in feedback.
             */
            predictionId: string;
            /**
             * Format: uuid
             * @description Identifies the row of the result.
             */
            resultId: string;
            /** @description Unique within the dataset's predictions. When aggregated `agg_<employeeId>_<date>`. */
            registrationId: string;
            date: components["schemas"]["CalendarDate"];
            employeeId: components["schemas"]["TimeText"];
            /** @description The higher, the more anomalous. */
            anomalyScore: number;
            /**
             * @description The score measured by `severityThresholds`.
             * @enum {string}
             */
            anomalySeverity: "low" | "medium" | "high";
            /** @description The most significant first. */
            significantFields: components["schemas"]["TimeSignificantField"][];
            aggregated: boolean;
            missing: boolean;
            /** @description The registrations of the day when aggregated, else empty. */
            relatedRegistrationIds: string[];
            /** @description The model that made the prediction, the closest one with enough data. */
            subModelId: string;
            breaches: components["schemas"]["TimeBreach"][];
        };
        /** @description The rules that a plan breaks; a plan has no score. */
        TimePlanResult: {
            /**
             * Format: uuid
             * @description Identifies the row of the result.
             */
            resultId: string;
            planId: components["schemas"]["TimeText"];
            date: components["schemas"]["CalendarDate"];
            employeeId: components["schemas"]["TimeText"];
            breaches: components["schemas"]["TimeBreach"][];
        };
        TimeResult: {
            datasetId: components["schemas"]["DatasetId"];
            severityThresholds: components["schemas"]["SeverityThresholds"];
            /** @description One per registration sent, then those of employee-days and missing days. */
            predictions: components["schemas"]["TimePrediction"][];
            /** @description One per plan sent. */
            plans: components["schemas"]["TimePlanResult"][];
        };
        TimePredictionResults: {
            message: components["schemas"]["ResultsMessage"];
            page: components["schemas"]["PageNumber"];
            pages: components["schemas"]["PageCount"];
            /** @description In the order of the request. */
            results: components["schemas"]["TimeResult"][];
        };
        /** @description The prediction for one registration; rules are not judged. */
        TimeRealTimePrediction: components["schemas"]["TimePrediction"] & ({
            /** @constant */
            aggregated?: false;
            /** @constant */
            missing?: false;
            breaches?: components["schemas"]["TimeBreach"][];
        } & {
            [key: string]: unknown;
        });
        TimeRealTimeResult: {
            datasetId: components["schemas"]["DatasetId"];
            severityThresholds: components["schemas"]["SeverityThresholds"];
            /** @description One per registration sent. */
            predictions: components["schemas"]["TimeRealTimePrediction"][];
        };
        TimeRealTimeResponse: {
            /** @description One item per dataset sent, in the order of the request. */
            results: components["schemas"]["TimeRealTimeResult"][];
        };
        /**
         * Format: date
         * @description A calendar date, YYYY-MM-DD.
         * @example 2026-01-15
         */
        CalendarDate: string;
        /**
         * @description Identifies a dataset within its tenant. Used verbatim, so `7` and `007` are two datasets.
         * @example coffee-beans
         */
        DatasetId: string;
        /**
         * @description The customer, as text. Stored and not compared with earlier uploads; null counts as absent.
         * @example C-2041
         */
        CustomerId: string | null;
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
        /**
         * @description The job's final status, the same as polling shows.
         * @enum {string}
         */
        FinalJobState: "success" | "invalid";
        /** @description What makes a score `low`, `medium` or `high`: below `lowMid` it is low, above `midHigh` it is high, medium between them. They belong to the dataset's models; `lowMid` is not above `midHigh`. */
        SeverityThresholds: {
            lowMid: number;
            midHigh: number;
        };
        /** @description Never null here; clients accept null. */
        ResultsMessage: components["schemas"]["HumanText"];
        /** @description The page of the results that this is, counted from 1. */
        PageNumber: number;
        /** @description Number of pages; 1 when there are no results. */
        PageCount: number;
        /** @description An XML document `<Error><Code/><Message/><RequestId/></Error>`, kept as text. */
        UploadError: string;
        /** @description The state of a job, as the time and payroll APIs tell it. */
        JobStatus: {
            status: components["schemas"]["JobState"];
            message: components["schemas"]["HumanText"];
            /** @description One entry per dataset of the job; empty while the job is running. */
            datasetsStatus: components["schemas"]["DatasetStatus"][];
        };
        JobStarted: {
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
        Message: {
            message: components["schemas"]["HumanText"];
        };
        UnsubscribeRequest: {
            subscriptionObjects: components["schemas"]["SubscriptionObject"][];
        };
        /** @description Human-readable text; programs do not branch on it. */
        HumanText: string;
        PresignedUrl: {
            /**
             * Format: uri
             * @description Absolute address of the upload, used exactly as given. Valid for 60 minutes.
             */
            url: string;
            jobId: components["schemas"]["JobIdentifier"];
            message: components["schemas"]["HumanText"];
        };
        /**
         * @description `inProgress`: the job is running. `success`: it finished successfully. `invalid`: the data failed validation, or processing failed; `message` tells the cause. Moves: (none) to `inProgress` to `success` or `invalid`; both are final.
         * @enum {string}
         */
        JobState: "inProgress" | "success" | "invalid";
        /** @description What became of one dataset of a job, as the time and payroll APIs tell it. */
        DatasetStatus: {
            datasetId: components["schemas"]["DatasetId"];
            status: components["schemas"]["DatasetState"];
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
        /**
         * @description Outcome of a job for one dataset. An `invalid` dataset is not processed.
         * @enum {string}
         */
        DatasetState: "success" | "invalid";
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
         * @description Entity tag of the stored body, quoted.
         * @example "9b2cf535f27731c974343645a3985328"
         */
        ETag: string;
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
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getPresignedUrl: {
        parameters: {
            query: {
                /**
                 * @description What the upload does: `raw_data` stores training data, `prediction` starts a prediction job, `descriptions` stores dataset descriptions. Exact case; an empty value is refused.
                 * @example raw_data
                 */
                type: "prediction" | "raw_data" | "descriptions";
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
        /** @description JSON in UTF-8. For type `raw_data` a TimeRawDataUpload, for type `prediction` a TimeCreatePredictionRequest of any size, for type `descriptions` a TimeDescriptionsUpload. What does not fit makes the job `invalid`. */
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
                    "application/json": components["schemas"]["JobStatus"];
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
                "application/json": components["schemas"]["TimeStartTrainerRequest"];
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
                "application/json": components["schemas"]["TimeCreatePredictionRequest"];
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
                     *           "datasetId": "harbour-cafe",
                     *           "severityThresholds": {
                     *             "lowMid": 10,
                     *             "midHigh": 20
                     *           },
                     *           "predictions": [
                     *             {
                     *               "predictionId": "8f14e45f-ceea-4671-8b1d-2f0c5b6a7d01",
                     *               "resultId": "2c1743a3-91f0-4c3e-9a55-5d1f6b3a8e01",
                     *               "registrationId": "R-5001",
                     *               "date": "2026-01-14",
                     *               "employeeId": "E-07",
                     *               "anomalyScore": 3.2,
                     *               "anomalySeverity": "low",
                     *               "significantFields": [
                     *                 {
                     *                   "field": "startTime",
                     *                   "significance": 3.2,
                     *                   "direction": -1
                     *                 }
                     *               ],
                     *               "aggregated": false,
                     *               "missing": false,
                     *               "relatedRegistrationIds": [],
                     *               "subModelId": "employee_level-E-07",
                     *               "breaches": []
                     *             },
                     *             {
                     *               "predictionId": "8f14e45f-ceea-4671-8b1d-2f0c5b6a7d02",
                     *               "resultId": "2c1743a3-91f0-4c3e-9a55-5d1f6b3a8e02",
                     *               "registrationId": "R-5002",
                     *               "date": "2026-01-18",
                     *               "employeeId": "E-07",
                     *               "anomalyScore": 64,
                     *               "anomalySeverity": "high",
                     *               "significantFields": [
                     *                 {
                     *                   "field": "workDuration",
                     *                   "significance": 46.5,
                     *                   "direction": 1
                     *                 },
                     *                 {
                     *                   "field": "date",
                     *                   "significance": 17.5,
                     *                   "direction": 0
                     *                 }
                     *               ],
                     *               "aggregated": false,
                     *               "missing": false,
                     *               "relatedRegistrationIds": [],
                     *               "subModelId": "employee_level-E-07",
                     *               "breaches": [
                     *                 {
                     *                   "ruleId": "long-day",
                     *                   "relatedFields": [
                     *                     [
                     *                       "workDuration"
                     *                     ]
                     *                   ],
                     *                   "relatedIds": [
                     *                     [
                     *                       "R-5002"
                     *                     ]
                     *                   ]
                     *                 }
                     *               ]
                     *             },
                     *             {
                     *               "predictionId": "8f14e45f-ceea-4671-8b1d-2f0c5b6a7d06",
                     *               "resultId": "2c1743a3-91f0-4c3e-9a55-5d1f6b3a8e07",
                     *               "registrationId": "agg_E-07_2026-01-14",
                     *               "date": "2026-01-14",
                     *               "employeeId": "E-07",
                     *               "anomalyScore": 2.5,
                     *               "anomalySeverity": "low",
                     *               "significantFields": [
                     *                 {
                     *                   "field": "workDuration",
                     *                   "significance": 2.5,
                     *                   "direction": -1
                     *                 }
                     *               ],
                     *               "aggregated": true,
                     *               "missing": false,
                     *               "relatedRegistrationIds": [
                     *                 "R-5001"
                     *               ],
                     *               "subModelId": "employee_agg_level-E-07",
                     *               "breaches": []
                     *             },
                     *             {
                     *               "predictionId": "8f14e45f-ceea-4671-8b1d-2f0c5b6a7d03",
                     *               "resultId": "2c1743a3-91f0-4c3e-9a55-5d1f6b3a8e03",
                     *               "registrationId": "agg_E-07_2026-01-18",
                     *               "date": "2026-01-18",
                     *               "employeeId": "E-07",
                     *               "anomalyScore": 58,
                     *               "anomalySeverity": "high",
                     *               "significantFields": [
                     *                 {
                     *                   "field": "workDuration",
                     *                   "significance": 58,
                     *                   "direction": 1
                     *                 }
                     *               ],
                     *               "aggregated": true,
                     *               "missing": false,
                     *               "relatedRegistrationIds": [
                     *                 "R-5002"
                     *               ],
                     *               "subModelId": "employee_agg_level-E-07",
                     *               "breaches": []
                     *             },
                     *             {
                     *               "predictionId": "8f14e45f-ceea-4671-8b1d-2f0c5b6a7d04",
                     *               "resultId": "2c1743a3-91f0-4c3e-9a55-5d1f6b3a8e04",
                     *               "registrationId": "agg_E-07_2026-01-16",
                     *               "date": "2026-01-16",
                     *               "employeeId": "E-07",
                     *               "anomalyScore": 14.5,
                     *               "anomalySeverity": "medium",
                     *               "significantFields": [
                     *                 {
                     *                   "field": "date",
                     *                   "significance": 14.5,
                     *                   "direction": 0
                     *                 }
                     *               ],
                     *               "aggregated": true,
                     *               "missing": true,
                     *               "relatedRegistrationIds": [],
                     *               "subModelId": "employee_agg_level-E-07",
                     *               "breaches": []
                     *             }
                     *           ],
                     *           "plans": [
                     *             {
                     *               "resultId": "2c1743a3-91f0-4c3e-9a55-5d1f6b3a8e05",
                     *               "planId": "P-301",
                     *               "date": "2026-01-20",
                     *               "employeeId": "E-07",
                     *               "breaches": [
                     *                 {
                     *                   "ruleId": "long-day",
                     *                   "relatedFields": [
                     *                     [
                     *                       "workDuration"
                     *                     ]
                     *                   ],
                     *                   "relatedIds": [
                     *                     [
                     *                       "P-301"
                     *                     ]
                     *                   ]
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TimePredictionResults"];
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
                 *       "parameters": [
                 *         {
                 *           "datasetId": "harbour-cafe",
                 *           "customerId": "C-2041",
                 *           "registrations": [
                 *             {
                 *               "registrationId": "R-5002",
                 *               "date": "2026-01-18",
                 *               "employeeId": "E-07",
                 *               "projectId": "breakfast",
                 *               "departmentId": "kitchen",
                 *               "workCategory": "regular",
                 *               "startTime": 6,
                 *               "endTime": 20.5,
                 *               "workDuration": 14,
                 *               "breakDuration": 0.5,
                 *               "publicHoliday": false
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TimeRealTimeRequest"];
            };
        };
        responses: {
            /** @description The predictions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "datasetId": "harbour-cafe",
                     *           "severityThresholds": {
                     *             "lowMid": 10,
                     *             "midHigh": 20
                     *           },
                     *           "predictions": [
                     *             {
                     *               "predictionId": "8f14e45f-ceea-4671-8b1d-2f0c5b6a7d05",
                     *               "resultId": "2c1743a3-91f0-4c3e-9a55-5d1f6b3a8e06",
                     *               "registrationId": "R-5002",
                     *               "date": "2026-01-18",
                     *               "employeeId": "E-07",
                     *               "anomalyScore": 64,
                     *               "anomalySeverity": "high",
                     *               "significantFields": [
                     *                 {
                     *                   "field": "workDuration",
                     *                   "significance": 46.5,
                     *                   "direction": 1
                     *                 },
                     *                 {
                     *                   "field": "date",
                     *                   "significance": 17.5,
                     *                   "direction": 0
                     *                 }
                     *               ],
                     *               "aggregated": false,
                     *               "missing": false,
                     *               "relatedRegistrationIds": [],
                     *               "subModelId": "employee_level-E-07",
                     *               "breaches": []
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TimeRealTimeResponse"];
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
                 *           "datasetId": "harbour-cafe",
                 *           "jobId": "0d1d7a3e-5b0c-4f7e-8a5e-1c7f3f0a9c22",
                 *           "predictions": [
                 *             {
                 *               "predictionId": "8f14e45f-ceea-4671-8b1d-2f0c5b6a7d02",
                 *               "feedback": "FALSE_POSITIVE"
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TimeFeedbackRequest"];
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
