// Generated from specs/ by `npm run generate`; change the description instead.

export interface paths {
    "/oauth2/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an access token
         * @description The credentials come as a form, as multipart, or as HTTP Basic with the rest in the form. A token lives as long as `expires_in` says; the client gets a new one in time.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get whose token it is
         * @description The user and the company of the token. An operator's token has neither and answers 401.
         */
        get: operations["getCurrentIdentity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status/authenticated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a token
         * @description Says whose the token is and when it expires; 401 once it has expired.
         */
        get: operations["getTokenStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a user
         * @description Gives a new user's API key, with which companies are created.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the user's companies
         * @description The companies that the token's user has access to, in the order of their creation.
         */
        get: operations["listCompanies"];
        put?: never;
        /**
         * Create a company
         * @description The keys are in the body, no token is sent. The new company is unverified and not linked to the vendor key.
         */
        post: operations["createCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/companies/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get the authorization of a company
         * @description Of any company that the token's user has access to.
         */
        get: operations["getCompanyStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/companies/authorizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for the authorization of companies
         * @description 200 for one company, 202 for several, whose mails are still to be sent.
         */
        post: operations["authorizeCompanies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/company/authorization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the company's authorization
         * @description The state of the authorization, and `company_state`.
         */
        get: operations["getCompanyAuthorization"];
        put?: never;
        /**
         * Ask for the company's authorization
         * @description Sends a mail whose link leads to the customer's authentication. Once it is signed, the company is verified. A company that is verified already stays so.
         */
        post: operations["authorizeCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/company/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the company's settings
         * @description All sections, or those named by `fields[]`.
         */
        get: operations["getCompanySettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the company's settings
         * @description Changes the fields named and no others.
         */
        patch: operations["updateCompanySettings"];
        trace?: never;
    };
    "/v1/company/vendors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the link to the vendor key
         * @description Whether the company is linked to the vendor key that the token was fetched with.
         */
        get: operations["getVendorLink"];
        put?: never;
        /**
         * Link the vendor key
         * @description Links the company to the vendor key that the token was fetched with. Doing it again changes nothing.
         */
        post: operations["linkVendor"];
        /**
         * Unlink the vendor key
         * @description From now on vendor webhooks of the key get no events of the company. Doing it again changes nothing.
         */
        delete: operations["unlinkVendor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/company/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the registrations
         * @description All registrations of the company, in the order in which they were made.
         */
        get: operations["listProfiles"];
        put?: never;
        /**
         * Register for a network
         * @description Makes one registration of each profile, all of them or none. A registration for PEPPOL, SCAN, SCAN_DOCUMENTS or VOUCHER stays pending until the company has one for INTERNAL. BANK is for Finnish companies; its activation is asked for by itself when the company is verified, and takes 1 to 3 days.
         */
        post: operations["createProfiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/company/profiles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a registration
         * @description With its extensions.
         */
        get: operations["getProfile"];
        put?: never;
        post?: never;
        /**
         * Remove a registration
         * @description The last registration for INTERNAL cannot go while others need it.
         */
        delete: operations["deleteProfile"];
        options?: never;
        head?: never;
        /**
         * Change the network settings of a registration
         * @description The settings given replace those of before.
         */
        patch: operations["updateProfile"];
        trace?: never;
    };
    "/v1/company/profiles/{id}/extensions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set the extensions of a registration
         * @description Replaces the extensions of the profile; none disables receiving them. GACCOUNT10 is for the Netherlands.
         */
        put: operations["putProfileExtensions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/company/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the subscriptions
         * @description All of the company, in the order in which they were made.
         */
        get: operations["listNotifications"];
        put?: never;
        /**
         * Subscribe to events
         * @description A VENDOR_WEBHOOK is for the partner's own company, with a token that was fetched with its vendor key; it gets the events of all companies that are linked to the partner's vendor keys, or to the one named.
         */
        post: operations["createNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/company/notifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a subscription
         * @description Shows also whether it was disabled.
         */
        get: operations["getNotification"];
        put?: never;
        post?: never;
        /**
         * End a subscription
         * @description What was not delivered yet is not delivered any more.
         */
        delete: operations["deleteNotification"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/company/notifications_resend_unacknowledged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send all unacknowledged events again
         * @description Every delivery of the company's subscriptions that has not succeeded is sent again, with new retries; those of disabled subscriptions are not.
         */
        post: operations["resendUnacknowledged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices
         * @description Sent or received ones, newest `received_at` first. A sent invoice is received at the moment of its acceptance.
         */
        get: operations["listInvoices"];
        put?: never;
        /**
         * Send an invoice or credit note
         * @description The file is XML, or a zip of invoice.xml, invoice.pdf and attachments. Number, date, sums and parties are read from it (UBL 2.1, Finvoice, Svefaktura 1.0, E2B, CII; the last three are passed on as they are); what cannot be read is refused with the reason and the place, and nothing is stored. The recipient is the one named, or the one that the file names.
         */
        post: operations["sendInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get an invoice
         * @description The state of a sent invoice is polled here. With `return_format` the answer is the invoice's content instead of its record, in that format; UBL and Finvoice are converted into one another.
         */
        get: operations["getInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/files/{file_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
                /**
                 * @description The id of one of the invoice's files.
                 * @example 7d1f7b8a-0c5a-4d5f-8c1a-5f0c5a9e2d01
                 */
                file_id: string;
            };
            cookie?: never;
        };
        /**
         * Get a file of an invoice
         * @description As it was sent.
         */
        get: operations["getInvoiceFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List what happened to an invoice
         * @description In the order of time.
         */
        get: operations["listInvoiceActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/invoice_events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Mark a received invoice
         * @description A handled invoice is no longer listed for the partner in the state CREATED.
         */
        patch: operations["markInvoiceEvents"];
        trace?: never;
    };
    "/v1/invoices/{id}/reroute/print": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Send an invoice by letter
         * @description Only an invoice that failed or is on its way; it is PENDING again.
         */
        put: operations["rerouteInvoicePrint"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/reroute/email": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Send an invoice by e-mail
         * @description Only an invoice that failed or is on its way; it is PENDING again.
         */
        put: operations["rerouteInvoiceEmail"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/reroute/einvoice": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Send an invoice to another address
         * @description Only an invoice that failed or is on its way; it is PENDING again.
         */
        put: operations["rerouteInvoiceEinvoice"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/partner/invoice_events/received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List received invoices of a partner's companies
         * @description Of all companies that are linked to the partner's vendor key.
         */
        get: operations["listPartnerReceivedEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description Newest `created_at` first.
         */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Send a document
         * @description Any trading document but invoices and credit notes, usually XML. Nobody is looked up: the recipient is the one that the parameters name, or that a known XML format names. Nothing is converted.
         */
        post: operations["createDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a document
         * @description With its delivery status. `return_format[]` is taken and has no effect, because nothing is converted.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Confirm the delivery of a document
         * @description Only a delivered document.
         */
        patch: operations["updateDocument"];
        trace?: never;
    };
    "/v1/documents/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List what happened to a document
         * @description In the order of time.
         */
        get: operations["listDocumentEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files of a document
         * @description In the order in which they were sent.
         */
        get: operations["listFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get a file of a document
         * @description As it was sent.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/services/detect/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get which checks are active
         * @description All are inactive at first.
         */
        get: operations["getDetectChecks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Activate and deactivate checks
         * @description Only those to change are sent.
         */
        patch: operations["updateDetectChecks"];
        trace?: never;
    };
    "/v1/definitions/detect/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the checks there are
         * @description Every check with its description and its possible results; needs no token.
         */
        get: operations["listCheckDefinitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analysis/definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the checks there are
         * @description The older address of the same list.
         */
        get: operations["listCheckDefinitionsOld"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run checks on an invoice
         * @description Of the company's own, received or sent. The results are PENDING at first.
         */
        post: operations["triggerAnalysis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analysis/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get the results for an invoice
         * @description The path holds the invoice's id. An own invoice without a run has none.
         */
        get: operations["getAnalysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate an invoice
         * @description What is wrong with the structure, then which business rules are broken. An empty list: the file is valid.
         */
        post: operations["validate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate an invoice at the newer address
         * @description As at /v1/validate.
         */
        post: operations["validateShort"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/definitions/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List roaming operators
         * @description The operators that a recipient may be reached through, by their codes.
         */
        get: operations["listOperators"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List roaming operators
         * @description The older address of the same list.
         */
        get: operations["listOperatorsOld"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/services/collection/receivables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings and the status
         * @description DISABLED before the service was ever asked for.
         */
        get: operations["getReceivables"];
        /**
         * Ask for the activation of the service
         * @description The answer is PENDING with the address where the activation is signed; it may be rejected. While it is PENDING or ACTIVE the settings are replaced and the status stays.
         */
        put: operations["startReceivables"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Use own invoice image or payment details
         * @description Only while the service is ACTIVE.
         */
        patch: operations["updateReceivables"];
        trace?: never;
    };
    "/v1/services/receivables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings and the status (older address)
         * @description DISABLED before the service was ever asked for.
         */
        get: operations["getReceivablesV1"];
        /**
         * Ask for the activation of the service (older address)
         * @description The answer is PENDING with the address where the activation is signed; it may be rejected. While it is PENDING or ACTIVE the settings are replaced and the status stays.
         */
        put: operations["startReceivablesV1"];
        post?: never;
        /**
         * End the service (older address)
         * @description No assignment arises any more; those there are go on.
         */
        delete: operations["disableReceivablesV1"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the assignments
         * @description With their events, newest first.
         */
        get: operations["listAssignments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assignments/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the assignments
         * @description Soon due: within seven days from today; overdue: before today; both are part of open.
         */
        get: operations["getAssignmentsOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assignments/{assignment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The assignment.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                assignment_id: string;
            };
            cookie?: never;
        };
        /**
         * Get an assignment
         * @description With its events.
         */
        get: operations["getAssignment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assignments/{assignment_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The assignment.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                assignment_id: string;
            };
            cookie?: never;
        };
        /**
         * List the events of an assignment
         * @description In the order of time.
         */
        get: operations["listAssignmentEvents"];
        put?: never;
        /**
         * Add an event to an assignment
         * @description Marks a direct payment, asks for another due date, cancels, credits, or comments. On a closed assignment 409.
         */
        post: operations["createAssignmentEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assignments/{assignment_id}/events/{event_id}/seen": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The assignment.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                assignment_id: string;
                /**
                 * @description The event.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                event_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark an event seen
         * @description A repeat keeps the first `seen_at`.
         */
        post: operations["markAssignmentEventSeen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of all assignments
         * @description Newest first.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/service_levels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the customers with a special level
         * @description Customers at `default` are not listed.
         */
        get: operations["listServiceLevels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/service_levels/{customer_bid}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The customer's business id.
                 * @example 7654321-4
                 */
                customer_bid: string;
            };
            cookie?: never;
        };
        /**
         * Get the level of a customer
         * @description `default` unless another one was set.
         */
        get: operations["getServiceLevel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set the level of a customer
         * @description `default` takes the customer off the list.
         */
        patch: operations["setServiceLevel"];
        trace?: never;
    };
    "/v1/message_threads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the threads
         * @description Each with its latest message, the thread with the latest one first.
         */
        get: operations["listMessageThreads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/message_threads/{thread_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The thread.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                thread_id: string;
            };
            cookie?: never;
        };
        /**
         * Get a thread
         * @description With its latest message.
         */
        get: operations["getMessageThread"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Flag a thread
         * @description Or take the flag off.
         */
        patch: operations["flagMessageThread"];
        trace?: never;
    };
    "/v1/message_threads/{thread_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The thread.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                thread_id: string;
            };
            cookie?: never;
        };
        /**
         * List the messages of a thread
         * @description Oldest first.
         */
        get: operations["listThreadMessages"];
        put?: never;
        /**
         * Add a message to a thread
         * @description In the company's name.
         */
        post: operations["createThreadMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assignments/{assignment_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The assignment.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                assignment_id: string;
            };
            cookie?: never;
        };
        /**
         * List the messages of an assignment
         * @description Oldest first; none when nobody has written yet.
         */
        get: operations["listAssignmentMessages"];
        put?: never;
        /**
         * Write about an assignment
         * @description Makes the thread when there is none yet.
         */
        post: operations["createAssignmentMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/{message_id}/seen": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The message.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                message_id: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Mark a message seen
         * @description A repeat keeps the first `seen_at`.
         */
        put: operations["markMessageSeen"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate Direct Print for a company
         * @description A user of its own is made, with whose mail address and password the service can be used as well.
         */
        post: operations["registerPrint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/input_public": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a package of letters
         * @description A zip with PDF and XML, or with EPL, in base64 with its SHA-1.
         */
        post: operations["sendPrintPackage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file_status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the status of a package
         * @description By its id or its file name.
         */
        post: operations["getPrintFileStatus"];
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
        /** @description A company's credentials: `client_id` with `client_secret`, also as HTTP Basic, or the same pair as `company_id` with `user_api_key`. An operator's credentials: the `client_id` and `client_secret` that the operator issued. Halves of two pairs, and two pairs that differ, are refused. */
        TokenRequest: {
            /**
             * @description Needed except with `company_id`; `client_credentials` and nothing else.
             * @example client_credentials
             */
            grant_type?: string;
            /**
             * @description The company's UUID, or the operator's client id.
             * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
             */
            client_id?: string;
            /**
             * @description The user's API key, or the operator's client secret.
             * @example demo-user-key
             */
            client_secret?: string;
            /**
             * @description The company's UUID.
             * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
             */
            company_id?: string;
            /**
             * @description The user's API key.
             * @example demo-user-key
             */
            user_api_key?: string;
            /**
             * @description Scopes, separated by spaces; `global company` when absent.
             * @example eui
             */
            scope?: string;
            /**
             * @description Required for a partner's company. Wherever it is sent it must be valid.
             * @example demo-vendor-key
             */
            vendor_api_key?: string;
            /**
             * @description JSON; stored and not used.
             * @example {}
             */
            license_data?: string;
        } & {
            [key: string]: unknown;
        };
        TokenResponse: {
            access_token: string;
            /** @constant */
            token_type: "bearer";
            /** @description Seconds until the token expires. */
            expires_in: number;
            /** @description Not given by the simulator. */
            refresh_token?: string;
            /** @description The scopes granted, separated by spaces; `global`, `eui` and `company` stand resolved into their parts. */
            scope: string;
        };
        /** @description Whose token it is. */
        CurrentIdentity: {
            user: components["schemas"]["UserParty"];
            company: components["schemas"]["CompanyParty"];
            scopes: string[];
        };
        TokenStatus: {
            client_id: string;
            /** Format: date-time */
            expires_at?: string;
        };
        UserCreate: {
            vendor_api_key: string;
            /** Format: email */
            email: string;
            first_name?: string;
            last_name?: string;
        };
        UserCreated: {
            user_api_key: string;
        };
        CompanyListItem: {
            /** Format: uuid */
            id: string;
            name: string;
            bid: string;
        };
        /** @description Other fields are ignored. */
        CompanyCreate: {
            vendor_api_key: string;
            /** @description The key of the user who becomes a user of the company. */
            user_api_key: string;
            name: string;
            /** @description The business id, a VAT number preferred. Finnish ones have the form 1234567-8 or FI12345678 and a check digit. Unique in each country, whatever separators, case and country prefix it is written with. */
            bid: string;
            /** @description Whether the business id is no VAT number. */
            no_vat: boolean;
            address1: string;
            address2?: string;
            post_code: string;
            post_office: string;
            city: string;
            state?: string;
            /** @description Of FI, SE, NO, DK, NL, DE, BE, EE. Any other country gets no automatic endpoint id. */
            country: string;
            /** Format: email */
            email: string;
        };
        CompanyCreated: {
            /** Format: uuid */
            id: string;
        };
        AuthorizationStatus: {
            /**
             * @description NONE at first; PENDING, then SENT, once signing is asked for; SIGNED makes the company verified; CANCELED when it was declined.
             * @enum {string}
             */
            auth_state: "PENDING" | "SENT" | "SIGNED" | "CANCELED" | "NONE";
            /** @description Empty before the first request. */
            auth_email: string;
            /** @description -1 unverified, 0 unknown, 1 verified. The setting `companyState: enum` of the simulator answers `UNVERIFIED`, `UNKNOWN`, `VERIFIED` instead. */
            company_state: (-1 | 0 | 1) | ("UNVERIFIED" | "UNKNOWN" | "VERIFIED");
        };
        AuthorizationsRequest: {
            /** Format: email */
            auth_email: string;
            /** @description Companies that the token's user has access to. */
            company_ids: string[];
            locale: components["schemas"]["AuthorizationLocale"];
            options?: string;
        };
        AuthorizationResult: {
            /** @constant */
            status: "SENT";
            /** @description How many companies are asked. */
            count: number;
        };
        AuthorizationRequest: {
            /**
             * Format: email
             * @description Who is asked to sign.
             */
            auth_email: string;
            locale: components["schemas"]["AuthorizationLocale"];
            /**
             * @description JSON with proof that the sender has identified the customer; the company is then verified at once.
             * @example {"identified_by": "passport"}
             */
            options?: string;
        };
        /** @description Sections that a request leaves out stay as they are. */
        CompanySettings: {
            details?: components["schemas"]["CompanyDetails"];
            address?: components["schemas"]["CompanyAddress"];
            invoice_notifications?: components["schemas"]["OpenSection"];
            send_invoice_email?: components["schemas"]["OpenSection"];
            send_invoice_print?: components["schemas"]["OpenSection"];
            send_invoice_general?: components["schemas"]["OpenSection"];
            logos?: components["schemas"]["OpenSection"];
            checks?: components["schemas"]["CompanyChecks"];
            email_reports?: components["schemas"]["OpenSection"];
        };
        /** @description A section replaces the fields that it names. `bid`, `country` and `vat_number` of the details cannot be changed and must be as they are, when sent. Unknown sections are ignored. */
        CompanySettingsPatch: {
            details?: components["schemas"]["CompanyDetails"];
            address?: components["schemas"]["CompanyAddress"];
            invoice_notifications?: components["schemas"]["OpenSection"];
            send_invoice_email?: components["schemas"]["OpenSection"];
            send_invoice_print?: components["schemas"]["OpenSection"];
            send_invoice_general?: components["schemas"]["OpenSection"];
            logos?: components["schemas"]["OpenSection"];
            checks?: components["schemas"]["CompanyChecks"];
            email_reports?: components["schemas"]["OpenSection"];
        };
        VendorLink: {
            /** @enum {string} */
            state: "LINKED" | "NOT_LINKED";
        };
        /**
         * @example {
         *       "id": "0d1d7a3e-5b0c-4f7e-8a5e-1c7f3f0a9c22",
         *       "status": "pending",
         *       "profile": "INVOICE_AND_CREDIT_NOTE",
         *       "profiles": [
         *         "INVOICE_AND_CREDIT_NOTE"
         *       ],
         *       "profile_version": null,
         *       "endpoint_id": "003712345671",
         *       "scheme": "0216",
         *       "network": "PEPPOL"
         *     }
         */
        Profile: {
            /** Format: uuid */
            id: string;
            /**
             * @description `pending` right after the registration.
             * @enum {string}
             */
            status: "active" | "pending" | "error";
            /** @description The profile of this registration. */
            profile: string;
            /** @description The same in a list. */
            profiles: string[];
            profile_version: string | null;
            endpoint_id: string;
            /** @description Norway 0192, Sweden 0007, Finland 0216, Denmark 0182, Netherlands 0106 or 9944, Germany 9930, Belgium 0208, Estonia 9931. */
            scheme: string;
            network: string;
            network_settings?: components["schemas"]["NetworkSettings"];
            last_event?: components["schemas"]["ProfileEvent"];
            /** @description Only when extensions exist. */
            profiles_with_extensions?: components["schemas"]["ProfileExtensions"][];
        };
        /**
         * @example {
         *       "network": "PEPPOL",
         *       "profiles": [
         *         "INVOICE_AND_CREDIT_NOTE"
         *       ]
         *     }
         */
        ProfileRequest: {
            /**
             * @description RECEIVABLES is deprecated and has no effect. `PEPPOL` when absent.
             * @default PEPPOL
             */
            network: components["schemas"]["NetworkName"];
            /** @description One registration is made of each. Peppol markets: INVOICE_AND_CREDIT_NOTE all; INVOICE_RESPONSE and MESSAGE_LEVEL_RESPONSE FI, NO, SE, DK, NL, BE; the others FI, NO, SE, DK, NL. */
            profiles: components["schemas"]["ProfileName"][];
            /** @description Required for every profile but INVOICE_AND_CREDIT_NOTE, which has none. INVOICE_RESPONSE and MESSAGE_LEVEL_RESPONSE know only PEPPOLBIS30. */
            profile_version?: components["schemas"]["ProfileVersion"] | null;
            network_settings?: components["schemas"]["NetworkSettings"];
            /** @description With `scheme`; else both come from the company's identifiers. */
            endpoint_id?: string;
            /** @description ISO 6523 code of the endpoint id's scheme, such as 0088 for a GLN. */
            scheme?: string;
        };
        ProfilePatch: {
            network_settings: components["schemas"]["NetworkSettings"];
        };
        ExtensionsPut: {
            /** @description A profile of the registration. */
            profile_name: string;
            /** @description All that shall be received; none disables it. */
            extensions: "GACCOUNT10"[];
        };
        Notification: {
            /** Format: uuid */
            id: string;
            destination_type: components["schemas"]["DestinationType"];
            /** Format: uri */
            destination: string;
            events: string[];
            vendor_key?: string;
            /**
             * @description Only when the subscription was disabled, after a month of failures.
             * @constant
             */
            disabled?: true;
        };
        NotificationRequest: {
            destination_type: components["schemas"]["DestinationType"];
            /**
             * Format: uri
             * @description An https address; http only on this machine. User and password in it are sent as HTTP Basic.
             */
            destination: string;
            /** @description Names of events or wildcards: an inner `*` stands for one part, a trailing one for one part or more. Wildcards do not cover UNACKNOWLEDGED_WEBHOOKS. */
            events: string[];
            /** @description Only with VENDOR_WEBHOOK, to get the events of one of the partner's vendor keys. */
            vendor_key?: string;
        };
        ResendResult: {
            /** @description How many deliveries are sent again. */
            count: number;
        };
        /** @description An invoice, or with `fields[]` the part of it that was asked for. */
        InvoiceFields: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status?: "PENDING" | "DELIVERED" | "FAILED";
            reference?: string;
            number?: string;
            sender?: components["schemas"]["InvoiceParty"];
            recipient?: components["schemas"]["InvoiceRecipient"];
            /** Format: date-time */
            received_at?: string;
            /** Format: date-time */
            created_at?: string;
            /** Format: date */
            date?: string;
            /** Format: date */
            date_due?: string;
            source_format?: string;
            sum?: number;
            sum_tax?: number;
            currency?: string;
            /** @enum {string} */
            origin?: "INTERNAL" | "EXTERNAL" | "SCAN";
            destination?: string;
            comment?: string;
            files?: components["schemas"]["InvoiceFile"][];
            actions?: components["schemas"]["InvoiceAction"][];
            revision?: {
                [key: string]: unknown;
            };
            virtual_barcode?: string;
        };
        /** @description Form parts; others are ignored. */
        InvoiceUpload: {
            /** @description XML, or a zip of invoice.xml, invoice.pdf and attachments; at most 10 MiB. */
            file: string;
            /** @description A hint; the root element decides. */
            format?: string;
            /**
             * @default b2b
             * @enum {string}
             */
            recipient_type: "b2b" | "consumer";
            /** @description Electronic address of the recipient, as scheme:endpoint_id. */
            recipient_eia?: string;
            /** Format: email */
            recipient_email?: string;
            recipient_operator?: string;
            disabled_routes?: ("print" | "email" | "einvoice")[];
            sender_comment?: string;
            /**
             * Format: uuid
             * @description Becomes the id; one that is taken is 409.
             */
            uuid?: string;
            /** @enum {string} */
            lang?: "FI" | "SE" | "NO" | "DK" | "NL" | "EN";
            /** @description Kept, without effect. */
            route_order?: string[];
            recipient_phone_number?: string;
            /** Format: date */
            recipient_date_of_birth?: string;
            /** @enum {string} */
            b2cno_document_type?: "INVOICE" | "CREDIT_NOTE" | "REMINDER" | "COLLECTION_NOTICE" | "DUNNING" | "PAYMENT_REQUEST" | "ENFORCEMENT_WARNING";
            payment_instruction_identifier?: string;
        };
        /** @description An invoice or credit note. Why a delivery failed is the message of its ERROR action. */
        Invoice: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "PENDING" | "DELIVERED" | "FAILED";
            reference?: string;
            number?: string;
            sender?: components["schemas"]["InvoiceParty"];
            recipient?: components["schemas"]["InvoiceRecipient"];
            /** Format: date-time */
            received_at?: string;
            /** Format: date-time */
            created_at?: string;
            /** Format: date */
            date?: string;
            /** Format: date */
            date_due?: string;
            source_format: string;
            sum: number;
            sum_tax: number;
            currency: string;
            /** @enum {string} */
            origin?: "INTERNAL" | "EXTERNAL" | "SCAN";
            destination?: string;
            comment?: string;
            files?: components["schemas"]["InvoiceFile"][];
            actions?: components["schemas"]["InvoiceAction"][];
            revision?: {
                [key: string]: unknown;
            };
            virtual_barcode?: string;
        };
        /** @description Something that happened to an invoice. */
        InvoiceAction: {
            /** @enum {string} */
            type: "RECEIVED" | "CREATED" | "SENT" | "DELIVERED" | "INFO" | "ERROR";
            /** @enum {string} */
            channel?: "EINVOICE" | "PRINT" | "SCAN" | "EMAIL";
            message?: string;
            /** Format: date-time */
            happened_at: string;
        };
        /** @description What a received invoice is marked as. */
        InvoiceEventPatch: {
            /** @enum {string} */
            state: "CREATED" | "HANDLED";
        };
        /** @description The postal address of the recipient. */
        ReroutePrint: {
            recipient_name: string;
            recipient_address1: string;
            recipient_address2?: string;
            recipient_post_code: string;
            recipient_post_office: string;
            recipient_state?: string;
            recipient_country: string;
        };
        /** @description The mail address of the recipient. */
        RerouteEmail: {
            /** Format: email */
            recipient_email: string;
        };
        /** @description The electronic address of the recipient and its operator. */
        RerouteEinvoice: {
            recipient_eia: string;
            recipient_operator: string;
        };
        /** @description A received invoice of one of a partner's companies. */
        PartnerInvoiceEvent: {
            /** Format: uuid */
            company_id: string;
            /** Format: uuid */
            invoice_id: string;
            /** @enum {string} */
            state: "CREATED" | "HANDLED";
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @description Kind of a document. INVOICE and CREDIT_NOTE belong to the invoice operations.
         * @enum {string}
         */
        DocumentType: "UNKNOWN" | "INVOICE" | "CREDIT_NOTE" | "ORDER" | "ORDER_RESPONSE" | "CATALOGUE" | "CATALOGUE_RESPONSE" | "SELF_BILLING_INVOICE" | "DESPATCH_ADVICE" | "RECEIPT" | "VOUCHER" | "BANK_FILE" | "REMINDER" | "SCAN" | "INVOICE_RESPONSE" | "MESSAGE_LEVEL_RESPONSE" | "EXPRESSION_OF_INTEREST_REQUEST" | "EXPRESSION_OF_INTEREST_RESPONSE" | "TENDER_STATUS_REQUEST" | "CALL_FOR_TENDERS" | "TENDER" | "TENDER_RECEIPT";
        /** @description A trading document and its delivery; with `fields[]` the part of it that was asked for. */
        Document: {
            /** Format: uuid */
            id: string;
            type?: components["schemas"]["DocumentType"];
            document_identifier?: string;
            process_identifier?: string;
            /** @enum {string} */
            status?: "PROCESSING" | "RESERVED" | "DELIVERED" | "CONFIRMED_DELIVERY" | "FAILED";
            reference?: string;
            number?: string;
            sender?: components["schemas"]["DocumentParty"];
            recipient?: components["schemas"]["DocumentRecipient"];
            /** Format: date-time */
            created_at?: string;
            /** Format: date-time */
            delivered_at?: string;
            /** Format: date-time */
            received_at?: string;
            last_event?: components["schemas"]["DocumentEvent"];
            source_format?: string;
            supported_formats?: string[];
            transmission_id?: string;
            /** Format: date-time */
            transmission_at?: string;
            network?: string;
            origin?: string;
            external_id?: string;
            files?: components["schemas"]["DocumentFile"][];
        };
        /** @description Form parts; others are ignored. Either `file`, or `files[n][file]` with `files[n][file_type]` for n from 0. */
        DocumentUpload: {
            /** @description The document; at most 10 MiB. */
            file?: string;
            type?: components["schemas"]["DocumentType"];
            /** @description One that was used before is 422. */
            transmission_id?: string;
            /** Format: date-time */
            transmission_at?: string;
            external_id?: string;
            recipient_name?: string;
            recipient_country?: string;
            recipient_eia?: string;
            recipient_operator?: string;
            sender_name?: string;
            sender_country?: string;
            sender_eia?: string;
        } & {
            [key: string]: string | ("PRIMARY_FILE" | "ATTACHMENT" | "OTHER");
        };
        /** @description The state that a document is put into. */
        DocumentPatch: {
            /** @enum {string} */
            status: "CONFIRMED_DELIVERY";
        };
        /** @description Something that happened to a document. */
        DocumentEvent: {
            code?: string;
            message?: string;
            details?: string;
            /** Format: date-time */
            created_at: string;
        };
        /** @description A file of a document. */
        DocumentFile: {
            /** Format: uuid */
            id: string;
            filename?: string;
            file_format?: string;
            mimetype?: string;
            /** Format: uri */
            href?: string;
            /** Format: date-time */
            created_at?: string;
            /** @enum {string} */
            type?: "PRIMARY_FILE" | "ATTACHMENT" | "OTHER";
            format_version?: string;
            document_file_links?: components["schemas"]["DocumentFileLink"][];
        };
        /** @description Which checks are active. */
        DetectChecks: {
            checks: {
                [key: string]: boolean;
            };
        };
        /** @description What checks there are. */
        CheckDefinitions: {
            app_version?: string;
            checks: components["schemas"]["CheckDefinition"][];
        };
        /** @description One check of one invoice. */
        Analysis: {
            /** Format: uuid */
            analysis_id: string;
            analysis_type: components["schemas"]["CheckName"];
            /** @enum {string} */
            analysis_status: "NOT_APPLICABLE" | "RUN_FAILED" | "PENDING" | "RUN_SUCCESSFUL";
            analysis_title?: string;
            analysis_titles?: components["schemas"]["Translation"][];
            /** Format: date-time */
            analysis_trigger_date: string;
            analysis_origin?: string;
            analysis_result?: components["schemas"]["AnalysisResult"];
        };
        /** @description Form parts; others are ignored. */
        ValidateUpload: {
            /** @description The invoice as XML; at most 10 MiB. */
            file: string;
        };
        /** @description One rule that is not met. */
        ValidationFinding: {
            /** @description The official id of the rule, such as BR-CO-15. */
            rule_id: string;
            /** @enum {string} */
            severity: "fatal" | "error" | "warning";
            /** @enum {string} */
            stage: "schema" | "schematron";
            /** @description XPath of the place. */
            location: string;
            /** @description The line of the place, from 1. */
            line: number;
            message: string;
        };
        /** @description A roaming operator. */
        Operator: {
            /** @description The code to name as recipient_operator. */
            operator_id: string;
            name: string;
            country: string;
        };
        /** @description Settings and status of the service. */
        ReceivablesService: {
            iban?: string;
            bic?: string;
            bank?: string;
            contact_person?: string;
            /** Format: email */
            contact_email?: string;
            /** Format: email */
            customer_service_email?: string;
            customer_service_phone_number?: string;
            contact_phone_number?: string;
            /** Format: email */
            authorization_email?: string;
            billing_address?: components["schemas"]["ReceivablesAddress"];
            postal_address?: components["schemas"]["ReceivablesAddress"];
            /** @enum {string} */
            status: "DISABLED" | "PENDING" | "ACTIVE";
            /**
             * Format: uri
             * @description Where the activation is signed; while PENDING.
             */
            activation_url?: string;
            /** @description The provider's own account; while ACTIVE. */
            provider?: components["schemas"]["ProviderAccount"];
            use_own_invoice_image?: boolean;
            use_own_payment_details?: boolean;
            /** @enum {string} */
            accountable_party?: "provider" | "company";
        };
        /** @description Settings of the service. */
        ReceivablesSettings: {
            iban: string;
            bic: string;
            bank: string;
            contact_person: string;
            /** Format: email */
            contact_email: string;
            /** Format: email */
            customer_service_email: string;
            customer_service_phone_number?: string;
            contact_phone_number: string;
            /** Format: email */
            authorization_email: string;
            billing_address: components["schemas"]["ReceivablesAddress"];
            postal_address?: components["schemas"]["ReceivablesAddress"];
            /** @description Values other than company count as provider. */
            accountable_party?: string;
        };
        /** @description What to change. */
        ReceivablesPatch: {
            use_own_invoice_image?: boolean;
            use_own_payment_details?: boolean;
            /** @description company means both true; other values count as provider. */
            accountable_party?: string;
        };
        /** @description A sent invoice whose payment is managed. */
        Assignment: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            invoice_id: string;
            reference_ids: string[];
            invoice_number: string;
            customer_bid: string;
            debtor_name: string;
            /** @enum {string} */
            status: "Open" | "Partially closed" | "Closed";
            amount: number;
            open_amount: number;
            currency: string;
            /** Format: date */
            due_date: string;
            service_level: components["schemas"]["Level"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            closed_at: string | null;
            events: components["schemas"]["AssignmentEvent"][];
        };
        /** @description Counts of assignments that are not closed. */
        AssignmentOverview: {
            open: number;
            soon_due: number;
            overdue: number;
        };
        /** @description Something that happened to an assignment. */
        AssignmentEvent: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            assignment_id: string;
            type: components["schemas"]["AssignmentEventType"];
            amount?: number;
            /** Format: date */
            due_date?: string;
            message?: string;
            /** @enum {string} */
            created_by: "COMPANY" | "PROVIDER";
            /** Format: date-time */
            created_at: string;
            seen: boolean;
            /** Format: date-time */
            seen_at?: string;
        };
        /** @description A payment and a credit note need an amount above zero, another due date a date, a comment a message. */
        AssignmentEventCreate: {
            /** @enum {string} */
            type: "comment" | "paid" | "credit_note" | "due_date_change" | "cancel";
            amount?: number;
            /** Format: date */
            due_date?: string;
            message?: string;
        };
        /**
         * @description What an event is about.
         * @enum {string}
         */
        AssignmentEventType: "comment" | "paid" | "credit_note" | "close" | "due_date_change" | "cancel" | "created" | "reminder";
        /** @description The level of a customer. */
        ServiceLevel: {
            customer_bid: string;
            level: components["schemas"]["Level"];
        };
        /** @description The level to set. */
        ServiceLevelPatch: {
            level: components["schemas"]["Level"];
        };
        /** @description The messages about one assignment. */
        MessageThread: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            assignment_id: string;
            flagged: boolean;
            unseen_count: number;
            /** Format: date-time */
            created_at: string;
            latest_message: components["schemas"]["Message"];
        };
        /** @description The flag. */
        ThreadPatch: {
            flagged: boolean;
        };
        /** @description A message between the company and the provider. */
        Message: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            thread_id: string;
            /** Format: uuid */
            assignment_id: string;
            /** @enum {string} */
            sender: "COMPANY" | "PROVIDER";
            text: string;
            /** Format: date-time */
            created_at: string;
            seen: boolean;
            /** Format: date-time */
            seen_at?: string;
        };
        /** @description What to say. */
        MessageCreate: {
            text: string;
        };
        /** @description Form fields. What is missing or wrong is answered with 200 and ERROR. */
        PrintRegister: {
            sw_api_key?: string;
            company_uuid?: string;
            company_name?: string;
            user_email?: string;
            user_pw?: string;
            test_mode?: string;
            disable_notify_on_complete?: string;
        };
        /** @description Form fields. What is missing or wrong is answered with 200 and ERROR. */
        PrintInput: {
            filename?: string;
            file?: string;
            zipHash?: string;
            hash?: string;
            document_type?: string;
            letter_class?: string;
            color_print?: string;
            duplex?: string;
            version?: string;
            license_key?: string;
            license_meta?: string;
            sw_api_key?: string;
        };
        /** @description One of the two. */
        PrintFileStatus: {
            file_id?: string;
            filename?: string;
        };
        /** @description The error of RFC 6749 section 5.2 and the API's own error in one body. */
        TokenError: {
            /** @enum {string} */
            error: "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
            error_description: string;
            code: string;
            message: string;
            details: string[];
        };
        UserParty: {
            id: string;
            first_name?: string;
            last_name?: string;
            /** Format: email */
            email?: string;
        };
        CompanyParty: {
            /** Format: uuid */
            id: string;
            bid?: string;
            name?: string;
            country?: string;
            /** @description The VAT number, where the business id is one. */
            vat?: string;
            /** @description Whether the company is verified. */
            wizard_done?: boolean;
            disabled?: boolean;
        };
        /** @description The body of every error. */
        Error: {
            /** @description For programs. */
            code: string;
            /** @description For people. */
            message: string;
            /** @description One sentence for each fault; may be empty. */
            details: string[];
        };
        /**
         * @description Language of the mail.
         * @enum {string}
         */
        AuthorizationLocale: "FI" | "NO" | "SE" | "EN" | "NL";
        CompanyDetails: {
            name?: string;
            /** Format: email */
            email?: string;
            website?: string;
            country?: string;
            bid?: string;
            vat_number?: string;
        };
        CompanyAddress: {
            street_address?: string;
            post_code?: string;
            post_office?: string;
            city?: string;
            country?: string;
        };
        /** @description Stored and given back. */
        OpenSection: {
            [key: string]: unknown;
        };
        CompanyChecks: {
            /** @description The active checks. */
            on_invoice_receive?: ("SUPPLIER_ACTIVATION" | "BANK_ACCOUNT_CHANGED" | "SENDER_BID_STATUS" | "SENDER_WARNING_LIST" | "VAT" | "SUMS" | "DUPLICATE" | "REFERENCE" | "BANK_ACCOUNT_CHECK_DIGITS")[];
        };
        /** @description Needed by SCAN; other networks keep what they are given and make no use of it. */
        NetworkSettings: {
            /** Format: email */
            return_email?: string;
            return_address?: components["schemas"]["ReturnAddress"];
            /** @description Whether the scan service forwards documents other than invoices too. */
            other_docs?: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description What last happened to the registration. */
        ProfileEvent: {
            message: string;
            /** Format: date-time */
            created_at: string;
        };
        ProfileExtensions: {
            profile_name: string;
            extensions: string[];
        };
        /** @enum {string} */
        NetworkName: "INTERNAL" | "PEPPOL" | "BANK" | "SCAN" | "SCAN_DOCUMENTS" | "VOUCHER" | "RECEIVABLES";
        /** @enum {string} */
        ProfileName: "INVOICE_AND_CREDIT_NOTE" | "ORDER" | "ORDER_RESPONSE" | "CATALOGUE" | "CATALOGUE_RESPONSE" | "DESPATCH_ADVICE" | "REMINDER" | "INVOICE_RESPONSE" | "MESSAGE_LEVEL_RESPONSE";
        /**
         * @description EHF30 is a Norwegian national format, preferred for Norwegian customers.
         * @enum {string}
         */
        ProfileVersion: "PEPPOLBIS30" | "EHF30";
        /** @enum {string} */
        DestinationType: "WEBHOOK" | "VENDOR_WEBHOOK";
        /**
         * @description The body of a webhook.
         * @example {
         *       "event": "NETWORKS.PEPPOL.CREATED",
         *       "company_id": "5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11",
         *       "event_timestamp": "2026-03-02T08:00:00+00:00",
         *       "event_data": {
         *         "network": "PEPPOL",
         *         "profiles": [
         *           "INVOICE_AND_CREDIT_NOTE"
         *         ],
         *         "id": "0d1d7a3e-5b0c-4f7e-8a5e-1c7f3f0a9c22"
         *       }
         *     }
         */
        EventEnvelope: {
            event: string;
            /**
             * Format: uuid
             * @description The company concerned, also in a vendor webhook.
             */
            company_id: string;
            /**
             * Format: date-time
             * @description When it happened, with a UTC offset; the same in every repetition.
             */
            event_timestamp: string;
            /** @description Absent for UNACKNOWLEDGED_WEBHOOKS. */
            event_data?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description A party, as the file names it. */
        InvoiceParty: {
            eia?: string;
            bid?: string;
            name?: string;
            country?: string;
        };
        /** @description The recipient, and the operator it is reached through. */
        InvoiceRecipient: {
            eia?: string;
            bid?: string;
            name?: string;
            country?: string;
            operator?: string;
        };
        /** @description A file of an invoice. */
        InvoiceFile: {
            /** Format: uuid */
            id: string;
            filename?: string;
            type?: string;
            mimetype?: string;
            /** Format: uri */
            href?: string;
        };
        /** @description A party, as the parameters or the file name it. */
        DocumentParty: {
            eia?: string;
            bid?: string;
            name?: string;
            country?: string;
            vat?: string;
        };
        /** @description The recipient, and the operator it is reached through. */
        DocumentRecipient: {
            eia?: string;
            bid?: string;
            name?: string;
            country?: string;
            vat?: string;
            operator?: string;
        };
        /** @description A document that a file belongs to. */
        DocumentFileLink: {
            /** Format: uuid */
            document_id?: string;
            type?: string;
        };
        /**
         * @description A check that Detect can run.
         * @enum {string}
         */
        CheckName: "SUPPLIER_ACTIVATION" | "BANK_ACCOUNT_CHANGED" | "SENDER_BID_STATUS" | "SENDER_WARNING_LIST" | "VAT" | "SUMS" | "DUPLICATE" | "REFERENCE" | "BANK_ACCOUNT_CHECK_DIGITS";
        /** @description One check. With `check_attributes[]` only the attributes named stand beside its name. */
        CheckDefinition: {
            name: components["schemas"]["CheckName"];
            friendly_name?: string;
            friendly_names?: components["schemas"]["Translation"][];
            title?: string;
            titles?: components["schemas"]["Translation"][];
            description?: string;
            descriptions?: components["schemas"]["Translation"][];
            doc_description?: string;
            /** @enum {string} */
            resource_type?: "INVOICE";
            scope?: string;
            scopes?: components["schemas"]["Translation"][];
            sources?: components["schemas"]["CheckSource"][];
            metadata?: {
                [key: string]: unknown;
            };
            possible_results?: components["schemas"]["ResultDefinition"][];
        };
        /** @description A text in one language. */
        Translation: {
            lang: string;
            value: string;
        };
        /** @description What a check came to. */
        AnalysisResult: {
            /** @enum {string} */
            status: "OK" | "WARNING" | "FAILED" | "NOT_APPLICABLE";
            text: string;
            texts?: components["schemas"]["Translation"][];
            reason_code: string;
            /** Format: date-time */
            check_date: string;
            data?: {
                [key: string]: unknown;
            };
        };
        /** @description A postal address. */
        ReceivablesAddress: {
            country: string;
            streets: string[];
            city: string;
            zip_code: string;
        };
        /** @description The provider's own account data. */
        ProviderAccount: {
            iban: string;
            bic: string;
            account_number: string;
            notes: components["schemas"]["ProviderNote"][];
        };
        /**
         * @description How a customer is treated; service_bypass keeps its invoices out of the service.
         * @enum {string}
         */
        Level: "premium" | "vip" | "service_bypass" | "default";
        ReturnAddress: {
            post_code?: string;
            post_office?: string;
            street_address?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Where the facts of a check come from. */
        CheckSource: {
            name: string;
            names?: components["schemas"]["Translation"][];
        };
        /** @description A result that a check may have. PENDING has none yet. */
        ResultDefinition: {
            /** @enum {string} */
            status: "NOT_APPLICABLE" | "RUN_FAILED" | "PENDING" | "RUN_SUCCESSFUL";
            /** @enum {string} */
            result?: "OK" | "WARNING" | "FAILED" | "NOT_APPLICABLE";
            reason?: string;
            reason_code: string;
        };
        /** @description A phrase to print on the invoice, in one language. */
        ProviderNote: {
            phrase: string;
            /** @enum {string} */
            code: "FI" | "SV" | "EN";
        };
    };
    responses: {
        /** @description No token; `error` tells why. */
        TokenRefused: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "invalid_scope",
                 *       "error_description": "The scope \"invoices\" is unknown.",
                 *       "code": "invalid_scope",
                 *       "message": "The scope \"invoices\" is unknown.",
                 *       "details": []
                 *     }
                 */
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description No token; the company, its user's key or the vendor key is wrong. */
        TokenClientRefused: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                /**
                 * @description Sent when the client used HTTP Basic.
                 * @example Basic realm="token"
                 */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "invalid_client",
                 *       "error_description": "The company is unknown or the key is wrong.",
                 *       "code": "invalid_client",
                 *       "message": "The company is unknown or the key is wrong.",
                 *       "details": []
                 *     }
                 */
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description `auth_unauthorized`: there is no valid token, or it lacks the scope that `details` names. `company_unverified`: the company is not verified yet; the message is then exactly `Unauthorized`. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
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
                 *       "code": "too_many_requests",
                 *       "message": "Too many requests.",
                 *       "details": []
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
                 *       "code": "internal_error",
                 *       "message": "The service failed. Repeat the request later.",
                 *       "details": []
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A scheduled or unscheduled break. The body of a real one may be empty or HTML. */
        ServiceUnavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "service_unavailable",
                 *       "message": "The service has a break.",
                 *       "details": []
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A parameter, a field or the body is malformed, missing or unknown; `details` names each. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "invalid_parameters",
                 *       "message": "The request has invalid parameters.",
                 *       "details": [
                 *         "/body/profiles is required."
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The file or the body is too large. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "payload_too_large",
                 *       "message": "The body is larger than 1048576 bytes.",
                 *       "details": []
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The state of things does not allow it; `code` tells why. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "company_already_exists",
                 *       "message": "A company with this business id exists already.",
                 *       "details": []
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is nothing of this id for this company. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "not_found",
                 *       "message": "Not found",
                 *       "details": []
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Well formed, but not offered or in conflict; `code` tells why. */
        UnprocessableContent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "profile_not_supported",
                 *       "message": "BANK is for Finnish companies only.",
                 *       "details": []
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
         * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
         */
        Id: string;
        /**
         * @description The fields wanted; `id` is always there, unknown names are ignored.
         * @example [
         *       "status",
         *       "number"
         *     ]
         */
        Fields: string[];
        /**
         * @description The page, from 1.
         * @example 1
         */
        Page: number;
        /**
         * @description Entries on a page; more than 100 counts as 100.
         * @example 10
         */
        PerPage: number;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Tokens are never cached.
         * @example no-store
         */
        NoStore: "no-store";
        /**
         * @description Sent as `true` when something deprecated was used.
         * @example true
         */
        Deprecation: "true";
        /**
         * @description Entries in all.
         * @example 23
         */
        Total: number;
        /**
         * @description Pages in all.
         * @example 3
         */
        TotalPages: number;
        /**
         * @description This page.
         * @example 1
         */
        Page: number;
        /**
         * @description The next page; absent on the last one.
         * @example 2
         */
        NextPage: number;
        /**
         * @description The page before; absent on the first one.
         * @example 1
         */
        PrevPage: number;
        /**
         * @description Entries on a page.
         * @example 10
         */
        PerPage: number;
        /**
         * @description Addresses of the pages `first`, `prev`, `next` and `last` (RFC 8288).
         * @example <http://127.0.0.1:4010/v1/invoices?page=2>; rel="next"
         */
        Link: string;
        /**
         * @description The scheme to authenticate with.
         * @example Bearer
         */
        WwwAuthenticate: string;
        /**
         * @description Seconds to wait.
         * @example 1
         */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createToken: {
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
                 *       "client_id": "5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11",
                 *       "client_secret": "demo-user-key",
                 *       "scope": "eui"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
                "multipart/form-data": components["schemas"]["TokenRequest"];
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
                     *       "token_type": "bearer",
                     *       "expires_in": 3600,
                     *       "scope": "company:read company:write"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            400: components["responses"]["TokenRefused"];
            401: components["responses"]["TokenClientRefused"];
            413: components["responses"]["TokenRefused"];
            500: components["responses"]["TokenRefused"];
            503: components["responses"]["TokenRefused"];
        };
    };
    getCurrentIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description User, company and scopes of the token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "7d1f7b8a-0c5a-4d5f-8c1a-5f0c5a9e2d01",
                     *         "email": "ada@example.com"
                     *       },
                     *       "company": {
                     *         "id": "5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11",
                     *         "bid": "FI12345671",
                     *         "name": "Harbour Cafe Oy",
                     *         "country": "FI",
                     *         "vat": "FI12345671",
                     *         "wizard_done": true,
                     *         "disabled": false
                     *       },
                     *       "scopes": [
                     *         "company:read"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CurrentIdentity"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTokenStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is valid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client_id": "5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11",
                     *       "expires_at": "2026-01-15T10:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenStatus"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createUser: {
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
                 *       "vendor_api_key": "demo-vendor-key",
                 *       "email": "ada@example.com",
                 *       "first_name": "Ada"
                 *     }
                 */
                "application/json": components["schemas"]["UserCreate"];
            };
        };
        responses: {
            /** @description The user's key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_api_key": "7d1f7b8a-0c5a-4d5f-8c1a-5f0c5a9e2d01"
                     *     }
                     */
                    "application/json": components["schemas"]["UserCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCompanies: {
        parameters: {
            query?: {
                /**
                 * @description Only the company of this business id.
                 * @example 1234567-1
                 */
                bid?: string;
                /**
                 * @description Only companies of this country.
                 * @example FI
                 */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The companies. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11",
                     *         "name": "Harbour Cafe Oy",
                     *         "bid": "1234567-1"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["CompanyListItem"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCompany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CompanyCreate"];
                /**
                 * @example {
                 *       "vendor_api_key": "demo-vendor-key",
                 *       "user_api_key": "demo-user-key",
                 *       "name": "Harbour Cafe Oy",
                 *       "bid": "1234567-1",
                 *       "no_vat": true,
                 *       "address1": "Rantakatu 1",
                 *       "post_code": "00100",
                 *       "post_office": "Helsinki",
                 *       "city": "Helsinki",
                 *       "country": "FI",
                 *       "email": "invoices@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["CompanyCreate"];
                "application/x-www-form-urlencoded": components["schemas"]["CompanyCreate"];
            };
        };
        responses: {
            /** @description The company's id. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11"
                     *     }
                     */
                    "application/json": components["schemas"]["CompanyCreated"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCompanyStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the company's authorization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "auth_state": "NONE",
                     *       "auth_email": "",
                     *       "company_state": -1
                     *     }
                     */
                    "application/json": components["schemas"]["AuthorizationStatus"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    authorizeCompanies: {
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
                 *       "auth_email": "owner@example.com",
                 *       "company_ids": [
                 *         "5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11"
                 *       ],
                 *       "locale": "FI"
                 *     }
                 */
                "application/json": components["schemas"]["AuthorizationsRequest"];
            };
        };
        responses: {
            /** @description The mail is sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "SENT",
                     *       "count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["AuthorizationResult"];
                };
            };
            /** @description The mails are being sent. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "SENT",
                     *       "count": 2
                     *     }
                     */
                    "application/json": components["schemas"]["AuthorizationResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCompanyAuthorization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the authorization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "auth_state": "SIGNED",
                     *       "auth_email": "owner@example.com",
                     *       "company_state": 1
                     *     }
                     */
                    "application/json": components["schemas"]["AuthorizationStatus"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    authorizeCompany: {
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
                 *       "auth_email": "owner@example.com",
                 *       "locale": "FI"
                 *     }
                 */
                "application/json": components["schemas"]["AuthorizationRequest"];
            };
        };
        responses: {
            /** @description The mail is sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "SENT",
                     *       "count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["AuthorizationResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCompanySettings: {
        parameters: {
            query?: {
                /**
                 * @description The sections wanted; unknown names are ignored.
                 * @example [
                 *       "details",
                 *       "checks"
                 *     ]
                 */
                "fields[]"?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "checks": {
                     *         "on_invoice_receive": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CompanySettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCompanySettings: {
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
                 *       "checks": {
                 *         "on_invoice_receive": [
                 *           "VAT"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CompanySettingsPatch"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getVendorLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "NOT_LINKED"
                     *     }
                     */
                    "application/json": components["schemas"]["VendorLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    linkVendor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Linked. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "LINKED"
                     *     }
                     */
                    "application/json": components["schemas"]["VendorLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    unlinkVendor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Not linked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProfiles: {
        parameters: {
            query?: {
                /**
                 * @description Only these networks; an unknown one matches nothing.
                 * @example [
                 *       "PEPPOL"
                 *     ]
                 */
                "network[]"?: string[];
                /**
                 * @description Only these states; an unknown one matches nothing.
                 * @example [
                 *       "active"
                 *     ]
                 */
                "status[]"?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The registrations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProfiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileRequest"];
            };
        };
        responses: {
            /** @description One registration for one profile, a list in the order of the request for several. */
            201: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"] | components["schemas"]["Profile"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The registration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "network_settings": {
                 *         "return_email": "scan@example.com"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ProfilePatch"];
            };
        };
        responses: {
            /** @description Changed. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    putProfileExtensions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "profile_name": "INVOICE_AND_CREDIT_NOTE",
                 *       "extensions": [
                 *         "GACCOUNT10"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ExtensionsPut"];
            };
        };
        responses: {
            /** @description The updated registration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscriptions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createNotification: {
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
                 *       "destination_type": "WEBHOOK",
                 *       "destination": "https://hooks.example.com/e-invoicing",
                 *       "events": [
                 *         "DOCUMENTS.*.*"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NotificationRequest"];
            };
        };
        responses: {
            /** @description The subscription. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resendUnacknowledged: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are being sent. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 3
                     *     }
                     */
                    "application/json": components["schemas"]["ResendResult"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInvoices: {
        parameters: {
            query: {
                /**
                 * @description Which ones.
                 * @example RECEIVED
                 */
                direction: "SENT" | "RECEIVED";
                /**
                 * @description From this instant on (ISO 8601; a date alone is its midnight in UTC).
                 * @example 2026-01-15T00:00:00Z
                 */
                received_at_start?: string;
                /**
                 * @description Before this instant. Before the start is 400.
                 * @example 2026-01-16T00:00:00Z
                 */
                received_at_end?: string;
                /**
                 * @description The fields wanted; `id` is always there, unknown names are ignored.
                 * @example [
                 *       "status",
                 *       "number"
                 *     ]
                 */
                "fields[]"?: components["parameters"]["Fields"];
                /**
                 * @description Only those in one of these states.
                 * @example [
                 *       "DELIVERED"
                 *     ]
                 */
                "status[]"?: ("PENDING" | "DELIVERED" | "FAILED")[];
                /**
                 * @description Only these, at most 100.
                 * @example [
                 *       "5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11"
                 *     ]
                 */
                "ids[]"?: string[];
                /**
                 * @description Only those of this number.
                 * @example INV-1001
                 */
                number?: string;
                /**
                 * @description Only those of this payment reference.
                 * @example 1232
                 */
                reference?: string;
                /**
                 * @description From this instant on (ISO 8601; a date alone is its midnight in UTC).
                 * @example 2026-01-15T00:00:00Z
                 */
                created_at_start?: string;
                /**
                 * @description Before this instant. Before the start is 400.
                 * @example 2026-01-16T00:00:00Z
                 */
                created_at_end?: string;
                /**
                 * @description Fields to sort by, the first one first; `-` before a name turns the order round.
                 * @example [
                 *       "-received_at"
                 *     ]
                 */
                "sort[]"?: ("received_at" | "-received_at" | "created_at" | "-created_at" | "date" | "-date" | "date_due" | "-date_due" | "number" | "-number" | "sum" | "-sum" | "status" | "-status")[];
                /**
                 * @description The page, from 1.
                 * @example 1
                 */
                page: components["parameters"]["Page"];
                /**
                 * @description Entries on a page; more than 100 counts as 100.
                 * @example 10
                 */
                per_page: components["parameters"]["PerPage"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoices of the page; with `fields[]` only the fields named. */
            200: {
                headers: {
                    "X-Total": components["headers"]["Total"];
                    "X-Total-Pages": components["headers"]["TotalPages"];
                    "X-Page": components["headers"]["Page"];
                    "X-Next-Page": components["headers"]["NextPage"];
                    "X-Prev-Page": components["headers"]["PrevPage"];
                    "X-Per-Page": components["headers"]["PerPage"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceFields"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["InvoiceUpload"];
            };
        };
        responses: {
            /** @description The invoice, on its way. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getInvoice: {
        parameters: {
            query?: {
                /**
                 * @description The format wanted; one that cannot be made of this invoice is 422.
                 * @example FINVOICE30
                 */
                return_format?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, or with `return_format` the content with its own media type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                    "application/xml": unknown;
                    "application/pdf": unknown;
                    "application/octet-stream": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getInvoiceFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
                /**
                 * @description The id of one of the invoice's files.
                 * @example 7d1f7b8a-0c5a-4d5f-8c1a-5f0c5a9e2d01
                 */
                file_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file's bytes with its own media type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInvoiceActions: {
        parameters: {
            query?: {
                /**
                 * @description Only actions of these types.
                 * @example [
                 *       "ERROR"
                 *     ]
                 */
                "type[]"?: ("RECEIVED" | "CREATED" | "SENT" | "DELIVERED" | "INFO" | "ERROR")[];
            };
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceAction"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    markInvoiceEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "state": "HANDLED"
                 *     }
                 */
                "application/json": components["schemas"]["InvoiceEventPatch"];
            };
        };
        responses: {
            /** @description Marked. */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rerouteInvoicePrint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recipient_name": "Harbour Cafe Oy",
                 *       "recipient_address1": "Rantakatu 1",
                 *       "recipient_post_code": "00100",
                 *       "recipient_post_office": "Helsinki",
                 *       "recipient_country": "FI"
                 *     }
                 */
                "application/json": components["schemas"]["ReroutePrint"];
            };
        };
        responses: {
            /** @description The invoice, on its way again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rerouteInvoiceEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recipient_email": "ap@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["RerouteEmail"];
            };
        };
        responses: {
            /** @description The invoice, on its way again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rerouteInvoiceEinvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recipient_eia": "0216:003712345671",
                 *       "recipient_operator": "003721291126"
                 *     }
                 */
                "application/json": components["schemas"]["RerouteEinvoice"];
            };
        };
        responses: {
            /** @description The invoice, on its way again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPartnerReceivedEvents: {
        parameters: {
            query: {
                /**
                 * @description Only invoices in this state.
                 * @example CREATED
                 */
                state?: "CREATED" | "HANDLED";
                /**
                 * @description The page, from 1.
                 * @example 1
                 */
                page: components["parameters"]["Page"];
                /**
                 * @description Entries on a page; more than 100 counts as 100.
                 * @example 10
                 */
                per_page: components["parameters"]["PerPage"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events of the page. */
            200: {
                headers: {
                    "X-Total": components["headers"]["Total"];
                    "X-Total-Pages": components["headers"]["TotalPages"];
                    "X-Page": components["headers"]["Page"];
                    "X-Next-Page": components["headers"]["NextPage"];
                    "X-Prev-Page": components["headers"]["PrevPage"];
                    "X-Per-Page": components["headers"]["PerPage"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerInvoiceEvent"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDocuments: {
        parameters: {
            query: {
                /**
                 * @description INCOMING means RECEIVED, OUTGOING means SENT; both ways when absent.
                 * @example RECEIVED
                 */
                direction?: "INCOMING" | "OUTGOING" | "RECEIVED" | "SENT";
                /**
                 * @description From this instant on (ISO 8601; a date alone is its midnight in UTC).
                 * @example 2026-01-15T00:00:00Z
                 */
                received_at_start?: string;
                /**
                 * @description Before this instant. Before the start is 400.
                 * @example 2026-01-16T00:00:00Z
                 */
                received_at_end?: string;
                /**
                 * @description The fields wanted; `id` is always there, unknown names are ignored.
                 * @example [
                 *       "status",
                 *       "number"
                 *     ]
                 */
                "fields[]"?: components["parameters"]["Fields"];
                /**
                 * @description Only these, at most 100.
                 * @example [
                 *       "5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11"
                 *     ]
                 */
                "ids[]"?: string[];
                /**
                 * @description Only documents of these types.
                 * @example [
                 *       "ORDER"
                 *     ]
                 */
                "type[]"?: components["schemas"]["DocumentType"][];
                /**
                 * @description Only those in one of these states.
                 * @example [
                 *       "DELIVERED"
                 *     ]
                 */
                "status[]"?: ("PROCESSING" | "RESERVED" | "DELIVERED" | "CONFIRMED_DELIVERY" | "FAILED")[];
                /**
                 * @description From this instant on (ISO 8601; a date alone is its midnight in UTC).
                 * @example 2026-01-15T00:00:00Z
                 */
                created_at_start?: string;
                /**
                 * @description Before this instant. Before the start is 400.
                 * @example 2026-01-16T00:00:00Z
                 */
                created_at_end?: string;
                /**
                 * @description Only those of this number.
                 * @example PO-77
                 */
                number?: string;
                /**
                 * @description Only those of this reference.
                 * @example R-1
                 */
                reference?: string;
                /**
                 * @description A part of the number, the reference or the name of a party.
                 * @example harbour
                 */
                query?: string;
                /**
                 * @description Fields to sort by, the first one first; `-` before a name turns the order round.
                 * @example [
                 *       "-created_at"
                 *     ]
                 */
                "sort[]"?: ("created_at" | "-created_at" | "received_at" | "-received_at" | "delivered_at" | "-delivered_at" | "number" | "-number" | "type" | "-type" | "status" | "-status")[];
                /**
                 * @description The page, from 1.
                 * @example 1
                 */
                page: components["parameters"]["Page"];
                /**
                 * @description Entries on a page; more than 100 counts as 100.
                 * @example 10
                 */
                per_page: components["parameters"]["PerPage"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The documents of the page; with `fields[]` only the fields named. */
            200: {
                headers: {
                    "X-Total": components["headers"]["Total"];
                    "X-Total-Pages": components["headers"]["TotalPages"];
                    "X-Page": components["headers"]["Page"];
                    "X-Next-Page": components["headers"]["NextPage"];
                    "X-Prev-Page": components["headers"]["PrevPage"];
                    "X-Per-Page": components["headers"]["PerPage"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createDocument: {
        parameters: {
            query?: {
                /**
                 * @description The fields wanted; `id` is always there, unknown names are ignored.
                 * @example [
                 *       "status",
                 *       "number"
                 *     ]
                 */
                "fields[]"?: components["parameters"]["Fields"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["DocumentUpload"];
            };
        };
        responses: {
            /** @description The document, on its way; with `fields[]` only the fields named. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDocument: {
        parameters: {
            query?: {
                /**
                 * @description Has no effect.
                 * @example [
                 *       "ORIGINAL"
                 *     ]
                 */
                "return_format[]"?: string[];
                /**
                 * @description The fields wanted; `id` is always there, unknown names are ignored.
                 * @example [
                 *       "status",
                 *       "number"
                 *     ]
                 */
                "fields[]"?: components["parameters"]["Fields"];
            };
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document; with `fields[]` only the fields named. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateDocument: {
        parameters: {
            query?: {
                /**
                 * @description The fields wanted; `id` is always there, unknown names are ignored.
                 * @example [
                 *       "status",
                 *       "number"
                 *     ]
                 */
                "fields[]"?: components["parameters"]["Fields"];
            };
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "CONFIRMED_DELIVERY"
                 *     }
                 */
                "application/json": components["schemas"]["DocumentPatch"];
            };
        };
        responses: {
            /** @description Confirmed. */
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
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDocumentEvents: {
        parameters: {
            query?: {
                /**
                 * @description The fields wanted; `id` is always there, unknown names are ignored.
                 * @example [
                 *       "status",
                 *       "number"
                 *     ]
                 */
                "fields[]"?: components["parameters"]["Fields"];
            };
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentEvent"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listFiles: {
        parameters: {
            query: {
                /**
                 * @description The document.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                document_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentFile"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file's bytes with its own media type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDetectChecks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All checks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectChecks"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateDetectChecks: {
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
                 *       "checks": {
                 *         "VAT": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DetectChecks"];
            };
        };
        responses: {
            /** @description All checks as they stand now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectChecks"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCheckDefinitions: {
        parameters: {
            query?: {
                /**
                 * @description Only these checks; an unknown name is 400.
                 * @example [
                 *       "VAT"
                 *     ]
                 */
                "checks[]"?: ("SUPPLIER_ACTIVATION" | "BANK_ACCOUNT_CHANGED" | "SENDER_BID_STATUS" | "SENDER_WARNING_LIST" | "VAT" | "SUMS" | "DUPLICATE" | "REFERENCE" | "BANK_ACCOUNT_CHECK_DIGITS")[];
                /**
                 * @description Only these attributes of each check, beside its name.
                 * @example [
                 *       "description"
                 *     ]
                 */
                "check_attributes[]"?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckDefinitions"];
                };
            };
            400: components["responses"]["BadRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCheckDefinitionsOld: {
        parameters: {
            query?: {
                /**
                 * @description Only these checks; an unknown name is 400.
                 * @example [
                 *       "VAT"
                 *     ]
                 */
                "checks[]"?: ("SUPPLIER_ACTIVATION" | "BANK_ACCOUNT_CHANGED" | "SENDER_BID_STATUS" | "SENDER_WARNING_LIST" | "VAT" | "SUMS" | "DUPLICATE" | "REFERENCE" | "BANK_ACCOUNT_CHECK_DIGITS")[];
                /**
                 * @description Only these attributes of each check, beside its name.
                 * @example [
                 *       "description"
                 *     ]
                 */
                "check_attributes[]"?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckDefinitions"];
                };
            };
            400: components["responses"]["BadRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    triggerAnalysis: {
        parameters: {
            query: {
                /**
                 * @description The invoice.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                resource_id: string;
                /**
                 * @description What kind of thing it is.
                 * @example INVOICE
                 */
                resource_type: "INVOICE";
                /**
                 * @description The checks to run; all active ones when absent.
                 * @example [
                 *       "VAT"
                 *     ]
                 */
                "checks_to_run[]"?: ("SUPPLIER_ACTIVATION" | "BANK_ACCOUNT_CHANGED" | "SENDER_BID_STATUS" | "SENDER_WARNING_LIST" | "VAT" | "SUMS" | "DUPLICATE" | "REFERENCE" | "BANK_ACCOUNT_CHECK_DIGITS")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry for each check. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analysis"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAnalysis: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id, as the API gave it. One that is unknown, malformed or another company's answers 404.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry for each check that was run, the latest run of each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analysis"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    validate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ValidateUpload"];
            };
        };
        responses: {
            /** @description What is wrong with it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationFinding"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    validateShort: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ValidateUpload"];
            };
        };
        responses: {
            /** @description What is wrong with it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationFinding"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOperators: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operators. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOperatorsOld: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operators. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReceivables: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings and the status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivablesService"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    startReceivables: {
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
                 *       "iban": "FI2112345600000785",
                 *       "bic": "HARBFIHH",
                 *       "bank": "Harbour Bank",
                 *       "contact_person": "Ada Virta",
                 *       "contact_email": "ada@example.com",
                 *       "customer_service_email": "service@example.com",
                 *       "contact_phone_number": "+358 9 1234567",
                 *       "authorization_email": "ada@example.com",
                 *       "billing_address": {
                 *         "country": "FI",
                 *         "streets": [
                 *           "Rantakatu 1"
                 *         ],
                 *         "city": "Helsinki",
                 *         "zip_code": "00100"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReceivablesSettings"];
            };
        };
        responses: {
            /** @description The settings and the status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivablesService"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateReceivables: {
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
                 *       "use_own_invoice_image": true
                 *     }
                 */
                "application/json": components["schemas"]["ReceivablesPatch"];
            };
        };
        responses: {
            /** @description The settings and the status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivablesService"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReceivablesV1: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings and the status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivablesService"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    startReceivablesV1: {
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
                 *       "iban": "FI2112345600000785",
                 *       "bic": "HARBFIHH",
                 *       "bank": "Harbour Bank",
                 *       "contact_person": "Ada Virta",
                 *       "contact_email": "ada@example.com",
                 *       "customer_service_email": "service@example.com",
                 *       "contact_phone_number": "+358 9 1234567",
                 *       "authorization_email": "ada@example.com",
                 *       "billing_address": {
                 *         "country": "FI",
                 *         "streets": [
                 *           "Rantakatu 1"
                 *         ],
                 *         "city": "Helsinki",
                 *         "zip_code": "00100"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReceivablesSettings"];
            };
        };
        responses: {
            /** @description The settings and the status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivablesService"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    disableReceivablesV1: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAssignments: {
        parameters: {
            query: {
                /**
                 * @description A part of the name, in any case.
                 * @example harbour
                 */
                debtor_name?: string;
                /**
                 * @description From this instant on (ISO 8601; a date alone is its midnight in UTC).
                 * @example 2026-01-15T00:00:00Z
                 */
                created_at_start?: string;
                /**
                 * @description Before this instant. Before the start is 400.
                 * @example 2026-01-16T00:00:00Z
                 */
                created_at_end?: string;
                /**
                 * @description From this instant on (ISO 8601; a date alone is its midnight in UTC).
                 * @example 2026-01-15T00:00:00Z
                 */
                closed_at_start?: string;
                /**
                 * @description Before this instant. Before the start is 400.
                 * @example 2026-01-16T00:00:00Z
                 */
                closed_at_end?: string;
                /**
                 * @description Only those in one of these states.
                 * @example [
                 *       "Open"
                 *     ]
                 */
                "status[]"?: ("Open" | "Partially closed" | "Closed")[];
                /**
                 * @description Only those of this customer.
                 * @example 7654321-4
                 */
                customer_bid?: string;
                /**
                 * @description The page, from 1.
                 * @example 1
                 */
                page: components["parameters"]["Page"];
                /**
                 * @description Entries on a page; more than 100 counts as 100.
                 * @example 10
                 */
                per_page: components["parameters"]["PerPage"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assignments of the page. */
            200: {
                headers: {
                    "X-Total": components["headers"]["Total"];
                    "X-Total-Pages": components["headers"]["TotalPages"];
                    "X-Page": components["headers"]["Page"];
                    "X-Next-Page": components["headers"]["NextPage"];
                    "X-Prev-Page": components["headers"]["PrevPage"];
                    "X-Per-Page": components["headers"]["PerPage"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Assignment"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAssignmentsOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentOverview"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAssignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The assignment.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                assignment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assignment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Assignment"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAssignmentEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The assignment.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                assignment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentEvent"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createAssignmentEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The assignment.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                assignment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "paid",
                 *       "amount": 100
                 *     }
                 */
                "application/json": components["schemas"]["AssignmentEventCreate"];
            };
        };
        responses: {
            /** @description The event. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    markAssignmentEventSeen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The assignment.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                assignment_id: string;
                /**
                 * @description The event.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentEvent"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query: {
                /**
                 * @description From this instant on (ISO 8601; a date alone is its midnight in UTC).
                 * @example 2026-01-15T00:00:00Z
                 */
                created_at_start?: string;
                /**
                 * @description Before this instant. Before the start is 400.
                 * @example 2026-01-16T00:00:00Z
                 */
                created_at_end?: string;
                /**
                 * @description Only those seen, or not seen.
                 * @example false
                 */
                seen?: boolean;
                /**
                 * @description Only those of these types.
                 * @example [
                 *       "paid"
                 *     ]
                 */
                "type[]"?: components["schemas"]["AssignmentEventType"][];
                /**
                 * @description Only those of this assignment.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                assignment_id?: string;
                /**
                 * @description The page, from 1.
                 * @example 1
                 */
                page: components["parameters"]["Page"];
                /**
                 * @description Entries on a page; more than 100 counts as 100.
                 * @example 10
                 */
                per_page: components["parameters"]["PerPage"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events of the page. */
            200: {
                headers: {
                    "X-Total": components["headers"]["Total"];
                    "X-Total-Pages": components["headers"]["TotalPages"];
                    "X-Page": components["headers"]["Page"];
                    "X-Next-Page": components["headers"]["NextPage"];
                    "X-Prev-Page": components["headers"]["PrevPage"];
                    "X-Per-Page": components["headers"]["PerPage"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentEvent"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listServiceLevels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The levels, by business id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceLevel"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getServiceLevel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The customer's business id.
                 * @example 7654321-4
                 */
                customer_bid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The level. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceLevel"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setServiceLevel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The customer's business id.
                 * @example 7654321-4
                 */
                customer_bid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "level": "vip"
                 *     }
                 */
                "application/json": components["schemas"]["ServiceLevelPatch"];
            };
        };
        responses: {
            /** @description The level. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceLevel"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMessageThreads: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The threads. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageThread"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMessageThread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The thread.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The thread. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageThread"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    flagMessageThread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The thread.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "flagged": true
                 *     }
                 */
                "application/json": components["schemas"]["ThreadPatch"];
            };
        };
        responses: {
            /** @description The thread. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageThread"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listThreadMessages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The thread.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                thread_id: string;
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
                    "application/json": components["schemas"]["Message"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createThreadMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The thread.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "The goods were returned."
                 *     }
                 */
                "application/json": components["schemas"]["MessageCreate"];
            };
        };
        responses: {
            /** @description The message. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAssignmentMessages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The assignment.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                assignment_id: string;
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
                    "application/json": components["schemas"]["Message"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createAssignmentMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The assignment.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                assignment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Please wait for another week."
                 *     }
                 */
                "application/json": components["schemas"]["MessageCreate"];
            };
        };
        responses: {
            /** @description The message. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    markMessageSeen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The message.
                 * @example 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11
                 */
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    registerPrint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The form. Anything else is answered with 200 and ERROR, too. */
        requestBody?: {
            content: {
                "*/*": unknown;
                "application/x-www-form-urlencoded": components["schemas"]["PrintRegister"];
            };
        };
        responses: {
            /** @description Begins with OK, or with ERROR and the reason. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example OK */
                    "text/plain": string;
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendPrintPackage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The form. Anything else is answered with 200 and ERROR, too. */
        requestBody?: {
            content: {
                "*/*": unknown;
                "application/x-www-form-urlencoded": components["schemas"]["PrintInput"];
            };
        };
        responses: {
            /** @description Begins with OK, or with ERROR and the reason. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example OK 5f0c5a9e-2d5f-4c1a-9a6e-0d7c1f7b8a11 */
                    "text/plain": string;
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPrintFileStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The form. Anything else is answered with 200 and ERROR, too. */
        requestBody?: {
            content: {
                "*/*": unknown;
                "application/x-www-form-urlencoded": components["schemas"]["PrintFileStatus"];
            };
        };
        responses: {
            /** @description Begins with OK, or with ERROR and the reason. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example OK PRINTED */
                    "text/plain": string;
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
