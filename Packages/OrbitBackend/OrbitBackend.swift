public import BackendRuntime
import Foundation
public import Networking
public import OrbitStore
public import TimeAndChance

/// The whole API of Orbit as a function: a request and a store go in, a response comes out.
///
/// Everything it knows is in the store, so any number of backends can stand on one; what it keeps in memory only
/// repeats that.
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

    /// - Parameter random: where tokens and codes come from; a server leaves it at the system's.
    public init(
        store: any BackendStore, time: any TimeSource = SystemClock(), random: RandomSource = .system,
        configuration: BackendConfiguration
    ) {
        self.init(
            BackendContext(store: store, time: time, random: random, configuration: configuration, features: .orbit))
    }

    /// A backend with the features of Orbit, and with others after them.
    ///
    /// ```swift
    /// let backend = try OrbitBackend(store: store, configuration: configuration, adding: [.notices])
    /// ```
    ///
    /// - Parameters:
    ///   - random: where tokens and codes come from; a server leaves it at the system's.
    ///   - features: further features, from this package or another.
    /// - Throws: `FeatureConflict` if one of the features names a route, a table, a kind of event, a list, a rate limit
    ///   or a section of the export twice or in place of another feature, or leaves the personal data of a record
    ///   unnamed.
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

    /// The routes it serves.
    public var routes: [Route] { router.routes }

    /// Does what no caller waits for: what requests have left, such as the erasure of accounts, the day's pairing, and
    /// what time has brought about, such as writing to the contact of a person who has not said in time that they are
    /// safe, or ending matches of the day; and reads the campuses ahead whose people will look for suggestions. Once a
    /// day it verifies the audit trail and removes the bytes of deleted records. A server that does not ``work()``
    /// calls it every half minute or so; any number of servers may, and share what there is.
    ///
    /// ```swift
    /// try await backend.doDueWork()
    /// ```
    ///
    /// - Throws: `StoreError` if the store is the reason why something is not done, and `CancellationError`. What is
    ///   done so far is committed.
    public func doDueWork() async throws {
        var failure: (any Error)?
        for work in [settle, doJobs, sweep, prepareCampuses, verifyAudit, removeTraces] {
            do { try await work() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Does due work until the task is cancelled: what requests leave, at once, and everything every half minute. What
    /// fails is tried again.
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
            group.addTask { await repeatedly(doJobs) }
            // Those who wait for help do not wait for a campus to be paired.
            group.addTask { await repeatedly(settle) }
            group.addTask { await repeatedly(sweep) }
            group.addTask { await repeatedly(prepareCampuses) }
            group.addTask { await repeatedly(verifyAudit) }
            group.addTask { await repeatedly(removeTraces) }
        }
    }

    private func repeatedly(_ work: () async throws -> Void) async {
        while !Task.isCancelled {
            try? await work()  // the store may be back by the next time
            try? await context.time.sleep(for: .seconds(Self.interval))  // it is cancelled
        }
    }

    private func doJobs() async throws {
        _ = context.work.take()
        try await JobRunner(context).run()
    }

    private func settle() async throws { try await DueWork(context).run() }

    private func sweep() async throws { try await Sweep.run(context) }

    /// So that no caller waits for a campus to be read, after a start or at midnight.
    private func prepareCampuses() async throws { try await CampusPreparation(context: context).run() }

    private func verifyAudit() async throws {
        try await context.work.daily("audit", at: context.time.date) { _ = try await verifyAuditTrail() }
    }

    private func removeTraces() async throws {
        try await context.work.daily(ErasureRecord.traces, at: context.time.date) {
            try await context.store.removeTraces()
        }
    }

    /// Does what a host would have done by now, in a process that has none: the work that requests have left and, once
    /// in half a minute, what time has brought about.
    func doWorkAfterRequest() async {
        if context.work.beginInterval(Self.interval, at: context.time.date) {
            // What the store does not allow now is done after the next interval.
            for work in [settle, sweep] { try? await work() }
        }
        await doWorkLeftByRequests()
    }

    /// Does the work that requests to this backend have left, if there is any.
    private func doWorkLeftByRequests() async {
        guard context.work.take() else { return }
        do {
            try await JobRunner(context).run()
        } catch {
            context.work.putBack()
        }
    }

    /// Seconds.
    private static let interval: TimeInterval = 30

    /// Responds to any request, however broken, with a status and an envelope, or an image.
    ///
    /// - Parameter origin: the caller's network address, for the limits that go by it; with or without a port. Behind a
    ///   proxy, the address that the proxy vouches for. IPv6 addresses of one /64 count as one.
    public func respond(to request: HTTPRequest, origin: String) async -> HTTPResponse {
        let now = context.time.date
        do {
            let (handler, call) = try route(request, origin: origin, now: now)
            let result = try await handler.perform(call)
            if let posting = result.posting { try await context.deliver(posting) }
            return try result.response().dated(now)
        } catch {
            return response(to: error).dated(now)
        }
    }

    /// The same for a response whose body is made as it is read: the events of `GET /events`, and the archive of
    /// `GET /users/me/export`, of which one photo at a time is in memory. Other responses come in one piece, so a host
    /// may open every request.
    public func open(_ request: HTTPRequest, origin: String) async -> HTTPStream {
        let now = context.time.date
        do {
            let (handler, call) = try route(request, origin: origin, now: now)
            if let stream = try await handler.open?(call) { return stream }
            return HTTPStream(of: await respond(to: request, origin: origin))
        } catch {
            return HTTPStream(of: response(to: error).dated(now))
        }
    }

    /// Finds the person who has sent a request, for the routes of a host beside the backend.
    ///
    /// ```swift
    /// let caller = try await backend.caller(of: request, as: .person)
    /// ```
    ///
    /// - Parameters:
    ///   - request: A request to the host, with the `Authorization` header of the API.
    ///   - word: The people who may use the route.
    /// - Returns: The person, whom the word admits.
    /// - Throws: `HTTPProblem` as the API responds with it, or `StoreError`. The status is 401 without a valid access
    ///   token, and for a suspended person. Otherwise it is that of the word.
    public func caller(of request: HTTPRequest, as word: AccessWord = .signedIn) async throws -> Caller {
        let call = RequestContext(
            request: Self.readable(request), parameters: [:], origin: "", now: context.time.date)
        try await context.admit(call)
        return try await context.read { try context.caller(of: call, as: word, in: $0) }
    }

    /// The request without fields that would take long to compare.
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
