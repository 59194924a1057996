// Generated from specs/ by `npm run generate`; change the description instead.

export interface paths {
    "/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start job
         * @description Creates a job and starts it at once. The same definition started twice makes two jobs. An infeasible definition is started, too: its roster is the best that can be had.
         */
        post: operations["startJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `jobId` of the start response. */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        /**
         * Get job status
         * @description Tells whether the job still runs.
         */
        get: operations["getJobStatus"];
        /**
         * Stop job
         * @description Stops the solver; the best roster so far stays the result. A job that has stopped stays as it is. The body is ignored.
         */
        put: operations["stopJob"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `jobId` of the start response. */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        /**
         * Get result
         * @description The best roster so far, while the solver runs and after it has stopped; before the first one, the scheduled work alone.
         */
        get: operations["getResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}/request": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `jobId` of the start response. */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        /**
         * Get request
         * @description The job definition exactly as it was sent.
         */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/analyze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyze
         * @description Work in progress: answers a dummy whatever the definition says. With `configuration.analyzeInput` true, the warnings are of the definition.
         */
        post: operations["analyze"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feasibility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Feasibility check
         * @description Says why no roster can meet the definition, and what to be warned of. Served at `/feasibility_check`, too.
         */
        post: operations["checkFeasibility"];
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
        /** @description Local wall time HH:MM, 00:00 to 23:59. */
        Time: string;
        /**
         * Format: date
         * @description A date YYYY-MM-DD, without time or zone.
         */
        Date: string;
        /** @description What the solver is to build a roster from. Unknown properties are ignored and given back by Get request, at every level. */
        JobDefinition: {
            jobInfo: components["schemas"]["JobInfo"];
            /** @description Non-empty, at most 2000; ids are unique. */
            employees: components["schemas"]["Employee"][];
            /** @description May be empty. */
            demands: components["schemas"]["Demand"][];
            /** @description With `TIME_DEMAND` the solver makes shifts when none are sent. */
            shifts?: components["schemas"]["Shift"][];
            /** @description Only with `TIME_DEMAND`. */
            timeSlots?: components["schemas"]["TimeSlot"][];
            constraints?: components["schemas"]["Constraints"];
            configuration?: components["schemas"]["Configuration"];
            extensions?: components["schemas"]["Extensions"];
            /**
             * @deprecated
             * @description Deprecated and unstable; echoed without effect.
             */
            shiftTemplates?: Record<string, never>[];
        } & {
            [key: string]: unknown;
        };
        /** @description What the solver solves. */
        JobInfo: {
            /** @description Name of the job on the caller's side; equal ids are no fault. */
            id: string;
            organisationId: string;
            /**
             * @description `RECURRING` is a week-recurring schedule.
             * @enum {string}
             */
            scheduleType: "CALENDAR" | "RECURRING";
            /**
             * @description What demand is given for.
             * @enum {string}
             */
            demandType: "TIME_DEMAND" | "SHIFT_DEMAND";
            planningHorizon: components["schemas"]["PlanningHorizon"];
        } & {
            [key: string]: unknown;
        };
        /** @description The days to plan. `CALENDAR` needs `startDate` and `endDate`, `RECURRING` needs `nrOfWeeks`; at most 366 days. */
        PlanningHorizon: {
            /** @description The first day. */
            startDate?: components["schemas"]["Date"];
            /** @description The last day, included. */
            endDate?: components["schemas"]["Date"];
            /** @description Weeks; beside dates it must be their number of days by seven, rounded up. */
            nrOfWeeks?: number;
            fteStartDay?: components["schemas"]["Day"];
            fteEndDay?: components["schemas"]["Day"];
        } & {
            [key: string]: unknown;
        };
        /** @description A day, by exactly one of its date and its index. */
        Day: {
            date?: components["schemas"]["Date"];
            /** @description 0 is the first day of the horizon. */
            dayIndex?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description One employee. */
        Employee: {
            id: string;
            attributes?: components["schemas"]["EmployeeAttribute"][];
            roles?: components["schemas"]["Role"][];
            workTime?: components["schemas"]["WorkTime"];
            scheduledShifts?: components["schemas"]["ScheduledShift"][];
            /**
             * @description Takes no new assignment; scheduled ones stay.
             * @default false
             */
            readOnly: boolean;
            /**
             * @deprecated
             * @description Deprecated; without effect.
             */
            dayRestRuleId?: string;
            employeeNumber?: string;
            name?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Values that an employee has under an attribute id. */
        EmployeeAttribute: {
            /** @description Such as `personnel_group`. */
            id: string;
            values: string[];
        } & {
            [key: string]: unknown;
        };
        /** @description A role. */
        Role: {
            id: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Working hours of an employee. */
        WorkTime: {
            /** @description Hard upper bound of each seven days. */
            maxHoursPerWeek?: number;
            /** @description Wanted hours; without effect on the roster. */
            targetHoursPerWeek?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description Work that is planned already and is kept as it is. */
        ScheduledShift: {
            shiftId: string;
            day: components["schemas"]["Day"];
            roleId?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A shift that can be assigned. */
        Shift: {
            id: string;
            /** @description At least one. */
            intervals: components["schemas"]["ShiftInterval"][];
            /** @description Shown in the result. */
            shiftTypeIds?: string[];
        } & {
            [key: string]: unknown;
        };
        /** @description A stretch of work of a shift. An `endTime` that is not after `startTime` lies on the following day. */
        ShiftInterval: {
            startTime: components["schemas"]["Time"];
            endTime: components["schemas"]["Time"];
            /**
             * @description Days from the assignment's day to the day of `startTime`.
             * @default 0
             */
            dayIndicator: number;
            /**
             * @description Minutes that do not count as work.
             * @default 0
             */
            breakMinutes: number;
            workTypeId?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A time of the day that demand is given for. */
        TimeSlot: {
            id: string;
            startTime: components["schemas"]["Time"];
            endTime: components["schemas"]["Time"];
        } & {
            [key: string]: unknown;
        };
        /** @description What is wanted on some days: the days of `days` and `dates` together, every day of the horizon when neither names one. */
        Demand: {
            /** @description Null counts as absent. */
            days?: components["schemas"]["DemandDays"] | null;
            dates?: components["schemas"]["Date"][];
            /** @description Only with `TIME_DEMAND`. */
            timeDemands?: components["schemas"]["TimeDemand"][];
            /** @description Only with `SHIFT_DEMAND`. */
            shiftDemands?: components["schemas"]["ShiftDemand"][];
        } & {
            [key: string]: unknown;
        };
        /** @description Days by date or by index. */
        DemandDays: {
            dates?: components["schemas"]["Date"][];
            dayIndexes?: number[];
        } & {
            [key: string]: unknown;
        };
        /** @description How many employees a time slot wants; 0 <= min <= ideal <= max. */
        TimeDemand: {
            timeSlotId: string;
            min: number;
            ideal: number;
            max: number;
            /**
             * @description Higher counts more in the soft score.
             * @default 1
             */
            priority: number;
        } & {
            [key: string]: unknown;
        };
        /** @description How many employees a shift wants; 0 <= min <= ideal <= max. */
        ShiftDemand: {
            shiftId: string;
            min: number;
            ideal: number;
            max: number;
            attributeRequirements?: components["schemas"]["AttributeRequirement"][];
            /**
             * @description Higher counts more in the soft score.
             * @default 1
             */
            priority: number;
        } & {
            [key: string]: unknown;
        };
        /** @description A competency that employees must have. */
        AttributeRequirement: ({
            /** @description Id of the attribute; `category` is accepted in its place. */
            id?: string;
            values: string[];
            /**
             * @description How many of the values an employee has.
             * @default ANY
             * @enum {string}
             */
            matchType: "ANY" | "ALL" | "NONE";
            /**
             * @description How many of the assigned employees must match.
             * @default 1
             */
            min: number;
            /** @description Another name of `id`. */
            category?: string;
        } & {
            [key: string]: unknown;
        }) | {
            [key: string]: unknown;
        } | {
            [key: string]: unknown;
        };
        /** @description The preferences, rules and restrictions that are active for this run, by family. */
        Constraints: {
            employeeAvailabilityConstraints?: components["schemas"]["EmployeeAvailability"][];
            employeeUtilizationConstraints?: components["schemas"]["EmployeeUtilization"][];
            periodicRestConstraints?: components["schemas"]["PeriodicRest"][];
            restBetweenShiftsConstraints?: components["schemas"]["RestBetweenShifts"][];
            consecutiveWorkdaysConstraints?: components["schemas"]["ConsecutiveWorkdays"][];
            patternConstraints?: components["schemas"]["Pattern"][];
            weekendDistributionConstraints?: components["schemas"]["WeekendDistribution"][];
            periodDistributionConstraints?: components["schemas"]["PeriodDistribution"][];
        } & {
            [key: string]: unknown;
        };
        /** @description Whom and what a constraint is about; everybody and everything when absent. */
        Filters: {
            employees?: components["schemas"]["EmployeeFilter"];
            shifts?: components["schemas"]["ShiftFilter"];
        } & {
            [key: string]: unknown;
        };
        /** @description Employees by id or by attribute. */
        EmployeeFilter: {
            employeeIds?: string[];
            attributes?: components["schemas"]["AttributeRequirement"][];
        } & {
            [key: string]: unknown;
        };
        /** @description Shifts by id or by attribute. */
        ShiftFilter: {
            shiftIds?: string[];
            attributes?: components["schemas"]["AttributeRequirement"][];
        } & {
            [key: string]: unknown;
        };
        /** @description The periods that a constraint counts in; the horizon when absent. One of the two. */
        Periods: {
            recurrentDefinition?: components["schemas"]["RecurrentDefinition"];
            customDefinitions?: components["schemas"]["DateRange"][];
        } & {
            [key: string]: unknown;
        };
        /** @description Periods of equal length from the first day of the horizon on. */
        RecurrentDefinition: {
            daysPerPeriod: number;
        } & {
            [key: string]: unknown;
        };
        /** @description A period by its first and last day. */
        DateRange: {
            startDate: components["schemas"]["Date"];
            endDate: components["schemas"]["Date"];
        } & {
            [key: string]: unknown;
        };
        /** @description A span in hours. */
        Hours: {
            hours: number;
        } & {
            [key: string]: unknown;
        };
        /** @description When employees cannot work (`isDesired` false), or wish to (true). */
        EmployeeAvailability: {
            /** @description Unique in its family. */
            id: string;
            /** @description Without effect. */
            labels?: string[];
            /**
             * @description `STRICT` is hard, `NONE` off, the rest soft.
             * @default MEDIUM
             * @enum {string}
             */
            importance: "NONE" | "VERY_LOW" | "LOW" | "MEDIUM" | "HIGH" | "VERY_HIGH" | "STRICT";
            /** @description Older form; ignored beside `importance`. */
            weight?: number;
            filters?: components["schemas"]["Filters"];
            periods?: components["schemas"]["Periods"];
            /** @description Must be false with importance STRICT. */
            isDesired: boolean;
            startTime?: components["schemas"]["Time"];
            endTime?: components["schemas"]["Time"];
        } & {
            [key: string]: unknown;
        };
        /** @description How much employees work in a period. */
        EmployeeUtilization: {
            /** @description Unique in its family. */
            id: string;
            /** @description Without effect. */
            labels?: string[];
            /**
             * @description `STRICT` is hard, `NONE` off, the rest soft.
             * @default MEDIUM
             * @enum {string}
             */
            importance: "NONE" | "VERY_LOW" | "LOW" | "MEDIUM" | "HIGH" | "VERY_HIGH" | "STRICT";
            /** @description Older form; ignored beside `importance`. */
            weight?: number;
            filters?: components["schemas"]["Filters"];
            periods?: components["schemas"]["Periods"];
            minHours?: number;
            maxHours?: number;
            minShifts?: number;
            maxShifts?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description A rest without interruption in each period. */
        PeriodicRest: {
            /** @description Unique in its family. */
            id: string;
            /** @description Without effect. */
            labels?: string[];
            /**
             * @description `STRICT` is hard, `NONE` off, the rest soft.
             * @default MEDIUM
             * @enum {string}
             */
            importance: "NONE" | "VERY_LOW" | "LOW" | "MEDIUM" | "HIGH" | "VERY_HIGH" | "STRICT";
            /** @description Older form; ignored beside `importance`. */
            weight?: number;
            filters?: components["schemas"]["Filters"];
            periods?: components["schemas"]["Periods"];
            minimumContinuousRestDuration: components["schemas"]["Hours"];
        } & {
            [key: string]: unknown;
        };
        /** @description A rest between two shifts. */
        RestBetweenShifts: {
            /** @description Unique in its family. */
            id: string;
            /** @description Without effect. */
            labels?: string[];
            /**
             * @description `STRICT` is hard, `NONE` off, the rest soft.
             * @default MEDIUM
             * @enum {string}
             */
            importance: "NONE" | "VERY_LOW" | "LOW" | "MEDIUM" | "HIGH" | "VERY_HIGH" | "STRICT";
            /** @description Older form; ignored beside `importance`. */
            weight?: number;
            filters?: components["schemas"]["Filters"];
            periods?: components["schemas"]["Periods"];
            minRestDuration: components["schemas"]["Hours"];
        } & {
            [key: string]: unknown;
        };
        /** @description How many days are worked in a row. */
        ConsecutiveWorkdays: {
            /** @description Unique in its family. */
            id: string;
            /** @description Without effect. */
            labels?: string[];
            /**
             * @description `STRICT` is hard, `NONE` off, the rest soft.
             * @default MEDIUM
             * @enum {string}
             */
            importance: "NONE" | "VERY_LOW" | "LOW" | "MEDIUM" | "HIGH" | "VERY_HIGH" | "STRICT";
            /** @description Older form; ignored beside `importance`. */
            weight?: number;
            filters?: components["schemas"]["Filters"];
            periods?: components["schemas"]["Periods"];
            minDays?: number;
            maxDays?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description A sequence of shifts on days that follow each other, wanted or not. */
        Pattern: {
            /** @description Unique in its family. */
            id: string;
            /** @description Without effect. */
            labels?: string[];
            /**
             * @description `STRICT` is hard, `NONE` off, the rest soft.
             * @default MEDIUM
             * @enum {string}
             */
            importance: "NONE" | "VERY_LOW" | "LOW" | "MEDIUM" | "HIGH" | "VERY_HIGH" | "STRICT";
            /** @description Older form; ignored beside `importance`. */
            weight?: number;
            filters?: components["schemas"]["Filters"];
            periods?: components["schemas"]["Periods"];
            /** @description Shift ids, or OFF for a day without work. */
            sequence: string[];
            isDesired: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description How many weekends are worked. */
        WeekendDistribution: {
            /** @description Unique in its family. */
            id: string;
            /** @description Without effect. */
            labels?: string[];
            /**
             * @description `STRICT` is hard, `NONE` off, the rest soft.
             * @default MEDIUM
             * @enum {string}
             */
            importance: "NONE" | "VERY_LOW" | "LOW" | "MEDIUM" | "HIGH" | "VERY_HIGH" | "STRICT";
            /** @description Older form; ignored beside `importance`. */
            weight?: number;
            filters?: components["schemas"]["Filters"];
            periods?: components["schemas"]["Periods"];
            maxWorkedWeekends?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description Even work over the employees. */
        PeriodDistribution: {
            /** @description Unique in its family. */
            id: string;
            /** @description Without effect. */
            labels?: string[];
            /**
             * @description `STRICT` is hard, `NONE` off, the rest soft.
             * @default MEDIUM
             * @enum {string}
             */
            importance: "NONE" | "VERY_LOW" | "LOW" | "MEDIUM" | "HIGH" | "VERY_HIGH" | "STRICT";
            /** @description Older form; ignored beside `importance`. */
            weight?: number;
            filters?: components["schemas"]["Filters"];
            periods?: components["schemas"]["Periods"];
            /** @enum {string} */
            target: "HOURS" | "SHIFTS";
        } & {
            [key: string]: unknown;
        };
        /** @description Settings of the run. */
        Configuration: {
            /**
             * @description Seconds after which the solver stops.
             * @default 30
             */
            timeLimitSeconds: number;
            /**
             * @description Seconds without a better roster after which the solver stops.
             * @default 10
             */
            unimprovedTimeLimitSeconds: number;
            /**
             * @description Same seed and input, same roster.
             * @default 0
             */
            seed: number;
            demandWeights?: components["schemas"]["DemandWeights"];
            /**
             * @description Whether Analyze warns of this definition instead of answering the dummy.
             * @default false
             */
            analyzeInput: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description What an employee below min, below ideal and above ideal costs in the soft score. */
        DemandWeights: {
            /** @default 100 */
            min: number;
            /** @default 10 */
            ideal: number;
            /** @default 1 */
            max: number;
        } & {
            [key: string]: unknown;
        };
        /** @description For advanced scenarios. */
        Extensions: {
            lockedAssignments?: components["schemas"]["LockedAssignment"][];
            history?: components["schemas"]["HistoryItem"][];
            configuration?: components["schemas"]["Configuration"];
        } & {
            [key: string]: unknown;
        };
        /** @description Work that is kept as it is. */
        LockedAssignment: {
            employeeId: string;
            day: components["schemas"]["Day"];
            shiftId: string;
            roleId?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Work before the horizon, counted by rests and sequences. */
        HistoryItem: {
            employeeId: string;
            date: components["schemas"]["Date"];
            shiftId: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A link; `href` is a path below the base address. */
        Link: {
            /**
             * @description What the link leads to.
             * @enum {string}
             */
            rel: "request" | "full_schedule" | "statistics";
            /** @description Absolute path without host. */
            href: string;
        };
        /** @description A job that was created and started. */
        StartJobResponse: {
            jobId: string;
            /**
             * @description The job has begun.
             * @enum {string}
             */
            statusCode: "starting";
            /** @description Leads to the job request. */
            link: components["schemas"]["Link"];
        };
        /** @description The state of a job. */
        JobStatus: {
            jobId: string;
            /**
             * @description `stopped` and `error` are final.
             * @enum {string}
             */
            statusCode: "starting" | "running" | "stopped" | "error";
            /** @description Seconds of solving, growing while the job runs. */
            duration: number;
            /** @description To the request, the full schedule and the statistics, from the beginning on. */
            links: components["schemas"]["Link"][];
        };
        /** @description The best roster found so far. */
        Result: {
            /** @description As sent, with the week-based fields of the horizon filled in. */
            jobInfo: components["schemas"]["JobInfo"];
            /** @description The `id` of the `jobInfo`. */
            id: string;
            organisationId: string;
            scheduleType: components["schemas"]["ResultScheduleType"];
            infeasibleConstraints: components["schemas"]["InfeasibleConstraint"][];
            roster: components["schemas"]["Roster"];
            solution: components["schemas"]["Solution"];
        };
        /** @description The schedule in weeks. */
        ResultScheduleType: {
            weekRecurring: components["schemas"]["WeekRecurring"];
        };
        /** @description The weeks of the schedule. */
        WeekRecurring: {
            nrOfWeeks: number;
            fteCountStartDayIndex: number;
            fteCountEndDayIndex: number;
            /** @description The first day; null for a week-recurring schedule sent without dates. */
            fullScheduleStartDate: components["schemas"]["Date"] | null;
        };
        /** @description A STRICT constraint that is broken, and by whom. */
        InfeasibleConstraint: {
            id: string;
            employeeIds: string[];
        };
        /** @description Who works when. */
        Roster: {
            demandFulfillment: components["schemas"]["DemandFulfillment"];
            employeeRosters: components["schemas"]["EmployeeRoster"][];
        };
        /** @description How much of the demand is assigned; the kind that is not used is all zeros. */
        DemandFulfillment: {
            shiftDemand: components["schemas"]["DemandLevels"];
            timeDemand: components["schemas"]["DemandLevels"];
        };
        /** @description The demand by level. */
        DemandLevels: {
            min: components["schemas"]["DemandAssigned"];
            ideal: components["schemas"]["DemandAssigned"];
            max: components["schemas"]["DemandAssigned"];
        };
        /** @description Employees wanted and assigned. */
        DemandAssigned: {
            demand: number;
            assigned: number;
        };
        /** @description The work of one employee. */
        EmployeeRoster: {
            employeeId: string;
            summary: components["schemas"]["RosterSummary"];
            /** @description Absent in statistics. */
            assignments?: components["schemas"]["Assignment"][];
        };
        /** @description Hours of one employee. */
        RosterSummary: {
            hoursAssigned: number;
            hoursAdjusted: number;
        };
        /** @description One shift of one employee. */
        Assignment: {
            day: components["schemas"]["AssignmentDay"];
            shiftId: string;
            /** @description Role of the employee in this assignment. */
            roleId: string | null;
            /**
             * @description `LOCKED` was given, `PLANNED` was made by the solver.
             * @enum {string}
             */
            assignmentType: "LOCKED" | "PLANNED";
        };
        /** @description The roster judged. */
        Solution: {
            score: components["schemas"]["Score"];
            /** @description Absent in statistics. */
            missingDemands?: components["schemas"]["MissingDemand"][];
            wallDemandOutcome: components["schemas"]["WallDemandOutcome"];
            fteDemandOutcome: components["schemas"]["FteDemandOutcome"];
            shiftDemandFulfillment: components["schemas"]["ShiftDemandFulfillment"];
            /** @description The shifts sent. Absent in statistics. */
            userDefinedShifts?: components["schemas"]["UserDefinedShift"][];
            /** @description Absent in statistics. */
            generatedShifts?: components["schemas"]["GeneratedShift"][];
            employeeOutcomes: components["schemas"]["EmployeeOutcome"][];
        };
        /** @description Both at most 0, 0 is perfect; `hard` is compared first. */
        Score: {
            hard: number;
            soft: number;
        };
        /** @description A time of a day that lacks employees. */
        MissingDemand: {
            scheduleDay: components["schemas"]["ScheduleDay"];
            startTime: components["schemas"]["Time"];
            endTime: components["schemas"]["Time"];
            demands: components["schemas"]["MissingDemandItem"][];
        };
        /** @description A day by its index. */
        ScheduleDay: {
            dayIndex: number;
        };
        /** @description Employees that lack. */
        MissingDemandItem: {
            nbrOfMissingEmployees: number;
            assignmentId: string | null;
            taskId: string | null;
            attributeRequirements: components["schemas"]["ResultAttributeRequirement"][];
        };
        /** @description A competency that lacks. */
        ResultAttributeRequirement: {
            category: string;
            values: string[];
            /** @enum {string} */
            matchType: "ANY" | "ALL" | "NONE";
            id: string;
        };
        /** @description How many wants (a slot or a shift on a date) are staffed how well. */
        WallDemandOutcome: {
            lessThanMin: number;
            min: number;
            minIdeal: number;
            ideal: number;
            maxIdeal: number;
            max: number;
        };
        /** @description Wanted and planned hours within the FTE days. */
        FteDemandOutcome: {
            min: components["schemas"]["TargetPlanned"];
            ideal: components["schemas"]["TargetPlanned"];
            max: components["schemas"]["TargetPlanned"];
        };
        /** @description Hours wanted, and planned up to that. */
        TargetPlanned: {
            target: number;
            planned: number;
        };
        /** @description The demand for shifts. */
        ShiftDemandFulfillment: {
            totalFulfillmentStatistics: components["schemas"]["FulfillmentStatistics"];
        };
        /** @description Hours and assignments, requested and planned. */
        FulfillmentStatistics: {
            requestedHours: number;
            requestedShiftAssignments: number;
            plannedHours: number;
            plannedShiftAssignments: number;
        };
        /** @description A shift as it was sent. */
        UserDefinedShift: {
            id: string;
            /** @description Hours without breaks. */
            fteHours: number;
            shiftTypeIds: string[];
        };
        /** @description A shift that the solver made. */
        GeneratedShift: {
            id: string;
            shiftTypeIds: string[];
            shiftTemplateId: string | null;
            intervals: components["schemas"]["GeneratedInterval"][];
        };
        /** @description A stretch of work of a generated shift. */
        GeneratedInterval: {
            startTime: components["schemas"]["Time"];
            endTime: components["schemas"]["Time"];
            dayIndicator: number;
            breakMinutes: number;
            workTypeId: string | null;
            assignmentId: string | null;
            taskId: string | null;
        };
        /** @description One employee judged. */
        EmployeeOutcome: {
            employeeId: string;
            maxAvailableHours: number;
            totalPlannedHours: number;
            /** @description Absent in statistics. */
            plannedDays?: components["schemas"]["PlannedDay"][];
            softConstraintViolations: components["schemas"]["SoftViolation"][];
            hardConstraintViolations: components["schemas"]["HardViolation"][];
        };
        /** @description One shift of one employee. */
        PlannedDay: {
            shiftId: string;
            scheduleDay: components["schemas"]["ScheduleDay"];
            roleId: string | null;
            preAssigned: boolean;
        };
        /** @description A constraint below STRICT that is not met. */
        SoftViolation: {
            id: string;
            softPenalty: number;
            hardPenalty: number;
        };
        /** @description A STRICT constraint that is broken, and by how much. */
        HardViolation: {
            id: string;
            violation: number;
        };
        /** @description A dummy as long as analyze is work in progress; the `jobId` is that of no job. */
        AnalyzeResponse: {
            /** @description A fresh id; Get job status does not know it. */
            jobId: string;
            warnings: components["schemas"]["AnalyzeWarning"][];
        };
        /** @description `message` is a template with {0}, {1} and so on, which the entities fill in order. */
        AnalyzeWarning: {
            message: string;
            entities: components["schemas"]["AnalyzeEntity"][];
        };
        /** @description What fills a placeholder. */
        AnalyzeEntity: {
            property: string;
            value: string;
        };
        /** @description What was found about a job definition. */
        FeasibilityResponse: {
            version: string;
            /** @description `FEASIBLE` alone when all four lists are empty, else one value per non-empty list. */
            status: ("FEASIBLE" | "WARNING" | "INFEASIBLE" | "ERROR" | "TIMEOUT")[];
            warnings: components["schemas"]["Finding"][];
            infeasibilities: components["schemas"]["Finding"][];
            /** @description One text per check that failed. */
            errors: string[];
            /** @description One text per check that ran too long. */
            timeouts: string[];
        };
        /** @description One check that found something. */
        Finding: {
            /** @enum {string} */
            title: "Employee-availability-check" | "Demand-weekend-covered-by-employees-check" | "Employee-minutes-weekly-check" | "Employee-minutes-entire-roster-check" | "Demand-covered-by-shift-templates-check" | "Shift-is-covered-by-demand-check" | "Employee-assigned-to-shift-covers-demand-check" | "Shift-Templates-are-demand-relevant-check" | "Shift-utilization-minimum-occurrence-check" | "Locked-shift-task-requirements-check";
            /** @enum {string} */
            category: "WARNING" | "INFEASIBILITY";
            description: string;
            violations: components["schemas"]["Violation"][];
        };
        /** @description One thing found; which properties it has depends on the check. */
        Violation: {
            day?: number;
            date?: components["schemas"]["Date"];
            demandSegment?: components["schemas"]["DemandSegment"];
            shift?: components["schemas"]["ViolationShift"];
            weekendNumber?: number;
            requiredEmployees?: number;
            missingEmployees?: number;
            missingEmployeesDueToWeekendDistribution?: number;
            employeeNumber?: string;
            requiredMinutes?: number;
            achievableMinutes?: number;
            startTime?: components["schemas"]["Time"];
            endTime?: components["schemas"]["Time"];
            personnelGroup?: string;
            assignment?: string;
            taskId?: string;
            competencies?: string[];
            workType?: string;
            numberOfEmployees?: number;
            missingMinutes?: number;
            totalMinutes?: number;
            constraintId?: string;
            lockedShiftName?: string;
            employeeId?: string;
            violatedProperties?: ("MIN" | "IDEAL" | "MAX")[];
        };
        /** @description A time with demand. */
        DemandSegment: {
            startTime: components["schemas"]["Time"];
            endTime: components["schemas"]["Time"];
            minDemand: number;
            /** @description ISO 8601 local date and time, without zone. */
            timestamp?: string;
        };
        /** @description A shift. */
        ViolationShift: {
            name: string;
        };
        /** @description A day by its index, and by its date unless the schedule is week-recurring without one. */
        AssignmentDay: {
            date?: components["schemas"]["Date"];
            dayIndex: number;
        };
        /** @description What was wrong (RFC 9457). Clients must not depend on it. */
        Problem: {
            /** @description `about:blank`: the status says it all. */
            type: string;
            /** @description The status in words. */
            title: string;
            status: number;
            /** @description One sentence: what failed, where, and what to do. */
            detail: string;
            /** @description All findings by the place they are about, such as `$.demands[0].timeDemands[0].timeSlotId` or `headers.CUSTOMER_ID`. */
            errors?: {
                [key: string]: string[];
            };
        };
    };
    responses: {
        /** @description Malformed JSON, a missing header, a field of the wrong type or value, an unknown or repeated id. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Bad Request",
                 *       "status": 400,
                 *       "detail": "$.demands[0].timeDemands[0].timeSlotId: \"late\" is no time slot of this definition; there are \"early\", \"day\".",
                 *       "errors": {
                 *         "$.demands[0].timeDemands[0].timeSlotId": [
                 *           "\"late\" is no time slot of this definition; there are \"early\", \"day\"."
                 *         ]
                 *       }
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No valid access token. */
        Unauthorized: {
            headers: {
                /** @description The scheme to use. */
                "WWW-Authenticate": "Bearer";
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Unauthorized",
                 *       "status": 401,
                 *       "detail": "The Authorization header is missing; send \"Authorization: Bearer <token>\""
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The token does not carry the scope of this API. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Forbidden",
                 *       "status": 403,
                 *       "detail": "The access token is for scope understudy-stage:io; this API needs automatic-rostering-stage"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such job of this client. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "There is no job \"00000000-0000-0000-0000-000000000000\" of this client; start one by POST /jobs"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The Accept header excludes application/json. */
        NotAcceptable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Acceptable",
                 *       "status": 406,
                 *       "detail": "The answer is application/json, which Accept: application/xml excludes; send Accept: application/json"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than 20 MiB. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Payload Too Large",
                 *       "status": 413,
                 *       "detail": "The body has 30000000 bytes; at most 20971520 are accepted, split the job by department or time"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not sent as application/json. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Unsupported Media Type",
                 *       "status": 415,
                 *       "detail": "The body must be sent with Content-Type: application/json, but came with text/plain"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests; wait as long as `Retry-After` says. */
        TooManyRequests: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After": string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "Status 429 was injected on purpose, by the header Prefer or a fault rule"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
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
                 *       "type": "about:blank",
                 *       "title": "Internal Server Error",
                 *       "status": 500,
                 *       "detail": "The server failed at this request; repeat it later"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description The customer that the roster is for; any text that is not blank. */
        CustomerId: string;
        /** @description The user on whose behalf this is; any text that is not blank. */
        UserId: string;
        /** @description Language of the warnings, as a language tag; an unknown one counts as en-US. */
        AcceptLanguage: string;
        /** @description The `jobId` of the start response. */
        JobId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    startJob: {
        parameters: {
            query?: never;
            header: {
                /** @description The customer that the roster is for; any text that is not blank. */
                CUSTOMER_ID: components["parameters"]["CustomerId"];
                /** @description The user on whose behalf this is; any text that is not blank. */
                USER_ID: components["parameters"]["UserId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A job definition; the same for Start job, Analyze and Feasibility check. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobDefinition"];
            };
        };
        responses: {
            /** @description The job was created and started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartJobResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getJobStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `jobId` of the start response. */
                id: components["parameters"]["JobId"];
            };
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    stopJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `jobId` of the start response. */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        /** @description Ignored. */
        requestBody?: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description The state of the job, which is final. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobStatus"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getResult: {
        parameters: {
            query: {
                /** @description `True` for the full schedule, `False` for statistics, in any case of letters. */
                full_schedule: string;
            };
            header?: never;
            path: {
                /** @description The `jobId` of the start response. */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The best roster so far. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Result"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `jobId` of the start response. */
                id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job definition as sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDefinition"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    analyze: {
        parameters: {
            query?: never;
            header: {
                /** @description The customer that the roster is for; any text that is not blank. */
                CUSTOMER_ID: components["parameters"]["CustomerId"];
                /** @description The user on whose behalf this is; any text that is not blank. */
                USER_ID: components["parameters"]["UserId"];
                /** @description Language of the warnings, as a language tag; an unknown one counts as en-US. */
                ACCEPT_LANGUAGE: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A job definition; the same for Start job, Analyze and Feasibility check. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobDefinition"];
            };
        };
        responses: {
            /** @description Warnings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalyzeResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    checkFeasibility: {
        parameters: {
            query?: never;
            header: {
                /** @description The customer that the roster is for; any text that is not blank. */
                CUSTOMER_ID: components["parameters"]["CustomerId"];
                /** @description The user on whose behalf this is; any text that is not blank. */
                USER_ID: components["parameters"]["UserId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A job definition; the same for Start job, Analyze and Feasibility check. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobDefinition"];
            };
        };
        responses: {
            /** @description What was found, also for an infeasible definition. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeasibilityResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
}
