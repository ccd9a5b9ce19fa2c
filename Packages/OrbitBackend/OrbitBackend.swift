public import Networking
public import TimeAndChance

/// The whole API of Orbit as a function: a request and a store go in, an answer comes out.
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
        router = Router(basePath: context.basePath, operations: context.operations)
    }

    /// The routes it serves.
    public var routes: [Route] { router.routes }

    /// Answers any request, however broken, with a status and an envelope, or an image.
    ///
    /// - Parameter origin: the caller's network address, for the limits that go by it. Behind a proxy,
    ///   the address that the proxy vouches for.
    public func respond(to request: HTTPRequest, origin: String) async -> HTTPResponse {
        let now = context.time.date
        let reply: Reply
        do {
            let (operation, parameters) = try router.match(request)
            guard request.body.count <= operation.bodyLimit else {
                throw Refusal.payloadTooLarge(limit: operation.bodyLimit)
            }
            reply = try await operation.perform(
                Call(request: request, parameters: parameters, origin: origin, now: now))
        } catch let refusal as Refusal {
            reply = .refusal(refusal)
        } catch StoreError.unavailable {
            reply = .refusal(.storeUnavailable)
        } catch {
            reply = .refusal(.internalFailure)
        }
        if let mail = reply.mail { await context.configuration.mailbox(mail) }
        return reply.response.dated(now)
    }
}
