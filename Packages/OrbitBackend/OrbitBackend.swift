public import BackendRuntime
import Foundation
public import Networking
public import OrbitStore
public import TimeAndChance

/// The HTTP API of Orbit as a function from a request and a store to a response.
///
/// The store holds all state, so any number of backends can share one store. Each backend keeps only copies of stored
/// data in memory.
///
/// ```swift
/// import OrbitDemo  // for `demonstration()`; a server makes its own `Configuration`
///
/// let backend = OrbitBackend(store: MemoryStore(), configuration: .demonstration())
/// let client = APIClient(
///     server: try ServerAddress("https://demo.orbit.example/api"), transport: InProcessTransport(backend))
/// ```
public struct OrbitBackend: Sendable {
    let context: BackendContext
    private let router: Router

    /// Creates a backend with the features of Orbit.
    ///
    /// - Parameters:
    ///   - store: The store of all records.
    ///   - time: The source of the current time.
    ///   - random: The source of tokens and codes. Servers use the system's source, which is the default.
    ///   - configuration: The configuration, for example the campuses and the mail transport.
    public init(
        store: any BackendStore, time: any TimeSource = SystemClock(), random: RandomSource = .system,
        configuration: BackendConfiguration
    ) {
        self.init(
            BackendContext(store: store, time: time, random: random, configuration: configuration, features: .orbit))
    }

    /// Creates a backend with the features of Orbit, followed by further features.
    ///
    /// ```swift
    /// let backend = try OrbitBackend(store: store, configuration: configuration, adding: [.notices])
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store of all records.
    ///   - time: The source of the current time.
    ///   - random: The source of tokens and codes. Servers use the system's source, which is the default.
    ///   - configuration: The configuration, for example the campuses and the mail transport.
    ///   - features: Further features, from this package or from another package.
    /// - Throws: `FeatureConflict` if a feature repeats a name, or uses a name of another feature. This applies to
    ///   routes, tables, kinds of events, lists, rate limits and sections of the export. The error is also thrown if a
    ///   feature does not name the personal data of a record.
    public init(
        store: any BackendStore, time: any TimeSource = SystemClock(), random: RandomSource = .system,
        configuration: BackendConfiguration, adding features: [Feature]
    ) throws(FeatureConflict) {
        let features = try FeatureSet.orbit.adding(features)
        self.init(
            BackendContext(store: store, time: time, random: random, configuration: configuration, features: features))
        try router.checkRoutes()
    }

    private init(_ context: BackendContext) {
        self.context = context
        router = Router(
            basePath: context.basePath,
            handlers: context.features.features.flatMap(\.operations).flatMap { $0.init(context: context).handlers })
    }

    /// The routes that the backend serves.
    public var routes: [Route] { router.routes }

    /// Processes the work that no caller waits for.
    ///
    /// - Jobs that requests have created, such as erasing an account, or pairing a campus for the day.
    /// - Scheduled work, such as ending matches of the day, or alerting the contact of a person who has not confirmed
    ///   their safety in time.
    /// - The removal of expired records.
    /// - The warming of the campus caches, for people who will look for suggestions.
    /// - Once a day, the verification of the audit trail, and the removal of the bytes of deleted records.
    ///
    /// A server that does not call ``work()`` calls this function about every 30 seconds. Any number of servers may
    /// call it: they share the work.
    ///
    /// ```swift
    /// try await backend.runScheduledWork()
    /// ```
    ///
    /// - Throws: The first error of a part: `StoreError` if the store has prevented some of the work, or
    ///   `CancellationError`. The other parts run anyway, and completed work remains committed.
    public func runScheduledWork() async throws {
        var failure: (any Error)?
        for work in [processScheduledRecords, runJobs, sweep, prepareCampuses, verifyAudit, removeDeletedBytes] {
            do { try await work() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Processes the work that no caller waits for, until the task is cancelled; see ``runScheduledWork()``.
    ///
    /// Jobs that requests have created run immediately, and all work runs every 30 seconds. Failed work is retried.
    ///
    /// ```swift
    /// let work = Task { await backend.work() }
    /// ```
    public func work() async {
        let signals = context.work.signals()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in signals { await doWorkLeftByRequests() }
            }
            group.addTask { await repeatedly(runJobs) }
            // Scheduled work has its own task. Otherwise, safety alerts would wait for the pairing of a campus.
            group.addTask { await repeatedly(processScheduledRecords) }
            group.addTask { await repeatedly(sweep) }
            group.addTask { await repeatedly(prepareCampuses) }
            group.addTask { await repeatedly(verifyAudit) }
            group.addTask { await repeatedly(removeDeletedBytes) }
        }
    }

    private func repeatedly(_ work: () async throws -> Void) async {
        while !Task.isCancelled {
            try? await work()  // the next run retries failed work
            try? await context.time.sleep(for: .seconds(Self.interval))  // a cancelled task ends the loop
        }
    }

    private func runJobs() async throws {
        _ = context.work.take()
        try await JobRunner(context).run()
    }

    private func processScheduledRecords() async throws { try await ScheduledWorkRunner(context).run() }

    private func sweep() async throws { try await Sweep.run(context) }

    /// Warms the caches of campuses, so that no caller waits for a campus to be read after a start or at midnight.
    private func prepareCampuses() async throws { try await CampusCacheWarmer(context: context).run() }

    private func verifyAudit() async throws {
        try await context.work.daily("audit", at: context.time.date) { _ = try await verifyAuditTrail() }
    }

    private func removeDeletedBytes() async throws {
        try await context.work.daily(ErasureRecord.deletedBytes, at: context.time.date) {
            try await context.store.removeDeletedBytes()
        }
    }

    /// Processes the work that a host usually runs, for a process without a host.
    ///
    /// The jobs that requests have created run immediately. Scheduled work and the removal of expired records run at
    /// most every 30 seconds.
    func doWorkAfterRequest() async {
        if context.work.beginInterval(Self.interval, at: context.time.date) {
            // Failed work runs again after the next interval.
            for work in [processScheduledRecords, sweep] { try? await work() }
        }
        await doWorkLeftByRequests()
    }

    /// Runs the jobs that requests to this backend have created, if there are any.
    private func doWorkLeftByRequests() async {
        guard context.work.take() else { return }
        do {
            try await JobRunner(context).run()
        } catch {
            context.work.rearm()
        }
    }

    /// The seconds between two runs of all work.
    private static let interval: TimeInterval = 30

    /// Responds to any request, even an invalid one. The response has a status and an envelope, or the content of a
    /// file, such as an image, a calendar or an export.
    ///
    /// - Parameters:
    ///   - request: The whole request.
    ///   - origin: The caller's network address, with or without a port, for limits per address. Behind a proxy, it is
    ///     the address that the trusted proxy reports. IPv6 addresses of the same /64 network count as one address.
    /// - Returns: The response, which also reports errors.
    public func respond(to request: HTTPRequest, origin: String) async -> HTTPResponse {
        let now = context.time.date
        do {
            let (handler, call) = try route(request, origin: origin, now: now)
            return try await response(of: handler, to: call)
        } catch {
            return response(to: error).dated(now)
        }
    }

    /// Responds to a request with a stream, whose body is created while it is read.
    ///
    /// The events of `GET /events` and the archive of `GET /users/me/export` are streamed. An archive needs memory for
    /// one photo at a time. Other responses arrive in one piece, so a host may open every request.
    ///
    /// - Parameters:
    ///   - request: The whole request.
    ///   - origin: The caller's network address, as for ``respond(to:origin:)``.
    /// - Returns: The stream, which also reports errors.
    public func open(_ request: HTTPRequest, origin: String) async -> HTTPStream {
        let now = context.time.date
        do {
            let (handler, call) = try route(request, origin: origin, now: now)
            if let stream = try await handler.open?(call) { return stream }
            return HTTPStream(of: try await response(of: handler, to: call))
        } catch {
            return HTTPStream(of: response(to: error).dated(now))
        }
    }

    private func response(of handler: RouteHandler, to call: RequestContext) async throws -> HTTPResponse {
        let result = try await handler.perform(call)
        if let responseMail = result.responseMail { try await context.deliver(responseMail) }
        return try result.response().dated(call.now)
    }

    /// Returns the person who has sent a request, for a host with routes of its own beside the backend.
    ///
    /// ```swift
    /// let caller = try await backend.caller(of: request, as: .person)
    /// ```
    ///
    /// - Parameters:
    ///   - request: A request to the host, with the `Authorization` header of the API.
    ///   - role: The role that the route requires.
    /// - Returns: The caller, if `role` admits them.
    /// - Throws: `HTTPProblem` as the API responds with it, or `StoreError`. The status is 401 without a valid access
    ///   token, and for a suspended person. If `role` does not admit the caller, `role` defines the status.
    public func caller(of request: HTTPRequest, as role: AccessRole = .signedIn) async throws -> Caller {
        let call = RequestContext(
            request: Self.readable(request), parameters: [:], origin: "", now: context.time.date)
        try await context.admit(call)
        return try await context.read { try context.caller(of: call, as: role, in: $0) }
    }

    /// Returns the request without the header fields that would take long to compare.
    private static func readable(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        for field in request.headers.fields where !field.value.isStreamSafe { request.headers.remove(field.name) }
        return request
    }

    private func route(
        _ request: HTTPRequest, origin: String, now: Date
    ) throws -> (handler: RouteHandler, call: RequestContext) {
        let request = Self.readable(request)
        let (handler, parameters) = try router.match(request)
        guard request.body.count <= handler.bodyLimit else {
            throw HTTPProblem.payloadTooLarge(limit: handler.bodyLimit)
        }
        let group = OriginGroup(origin).text
        let call = RequestContext(request: request, parameters: parameters, origin: group, now: now)
        if let problem = call.query.problem { throw problem }
        return (handler, call)
    }

    private func response(to error: any Error) -> HTTPResponse {
        let problem =
            switch error {
            case let problem as HTTPProblem: problem
            case let error as StoreError: HTTPProblem(error)
            default: HTTPProblem.internalFailure
            }
        if let event = problem.event { context.configuration.count(event) }
        return problem.response
    }
}

extension OrbitBackend {
    /// The configuration of a backend.
    public typealias Configuration = BackendConfiguration
}
