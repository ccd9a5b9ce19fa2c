import Foundation
public import Networking
public import TimeAndChance

/// The whole API of Orbit as a function: a request and a store go in, a response comes out.
///
/// Everything it knows is in the store, so any number of backends can stand on one; what it keeps in memory only
/// repeats that.
///
/// ```swift
/// let backend = OrbitBackend(store: MemoryStore(), configuration: .demonstration())
/// let client = APIClient(
///     server: try ServerAddress("https://demo.orbit.example/api"), transport: InProcessTransport(backend))
/// ```
public struct OrbitBackend: Sendable {
    let context: Context
    private let router: Router

    /// - Parameter random: where tokens and codes come from; a server leaves it at the system's.
    public init(
        store: any BackendStore, time: any TimeSource = SystemClock(), random: RandomSource = .system,
        configuration: Configuration
    ) {
        context = Context(store: store, time: time, random: random, configuration: configuration)
        let context = context
        router = Router(
            basePath: context.basePath,
            handlers: Feature.all.flatMap(\.operations).flatMap { $0.init(context: context).handlers })
    }

    /// The routes it serves.
    public var routes: [Route] { router.routes }

    /// Responds to any request, however broken, with a status and an envelope, or an image.
    ///
    /// - Parameter origin: the caller's network address, for the limits that go by it. Behind a proxy,
    ///   the address that the proxy vouches for.
    public func respond(to request: HTTPRequest, origin: String) async -> HTTPResponse {
        let now = context.time.date
        do {
            let (handler, call) = try route(request, origin: origin, now: now)
            let result = try await handler.perform(call)
            if let mail = result.mail { await context.configuration.mailbox(mail) }
            return try result.response().dated(now)
        } catch {
            return Self.response(to: error).dated(now)
        }
    }

    /// The same for a response that goes on, such as the stream of events of `GET /events`. Its body is made as it is
    /// read; what does not go on comes in one piece.
    public func open(_ request: HTTPRequest, origin: String) async -> HTTPStream {
        let now = context.time.date
        do {
            let (handler, call) = try route(request, origin: origin, now: now)
            guard let open = handler.open, call.acceptsEventStream else {
                return HTTPStream(of: await respond(to: request, origin: origin))
            }
            return try await open(call)
        } catch {
            return HTTPStream(of: Self.response(to: error).dated(now))
        }
    }

    private func route(
        _ request: HTTPRequest, origin: String, now: Date
    ) throws -> (handler: RouteHandler, call: RequestContext) {
        let (handler, parameters) = try router.match(request)
        guard request.body.count <= handler.bodyLimit else {
            throw HTTPProblem.payloadTooLarge(limit: handler.bodyLimit)
        }
        return (handler, RequestContext(request: request, parameters: parameters, origin: origin, now: now))
    }

    private static func response(to error: any Error) -> HTTPResponse {
        let problem =
            switch error {
            case let problem as HTTPProblem: problem
            case StoreError.unavailable: HTTPProblem.storeUnavailable
            default: HTTPProblem.internalFailure
            }
        return problem.response
    }
}
