import Hummingbird
import NIOCore

/// The values of one request in addition to its message.
package struct ServerContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The address at the other end of the connection, without a port. A connection that the client has reset already
    /// has none, so it must not count as a connection of this machine.
    package let peer: String
    /// The connection.
    package let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        peer = channel.remoteAddress?.ipAddress ?? "unknown"
    }

    /// The pattern of the route, such as `/api/users/{user_id}`. It contains no value of a person.
    var route: String { endpointPath ?? "unknown" }
}
