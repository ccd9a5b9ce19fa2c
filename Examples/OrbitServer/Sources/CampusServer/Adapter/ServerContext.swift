import Hummingbird
import NIOCore

/// The values of one request beside its message.
package struct ServerContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The address at the other end of the connection, without a port. A request without a socket, as in tests of the
    /// router, comes from this machine.
    package let peer: String
    /// The connection.
    package let channel: any Channel
    /// The trace that the request belongs to.
    package var trace: TraceContext?

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        peer = channel.remoteAddress?.ipAddress ?? "127.0.0.1"
    }

    /// The pattern of the route, such as `/api/users/{user_id}`. It contains no value of a person.
    var route: String { endpointPath ?? "unknown" }
}
