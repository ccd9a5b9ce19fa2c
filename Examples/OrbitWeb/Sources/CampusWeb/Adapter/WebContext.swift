import Hummingbird
import NIOCore

/// The values of one request in addition to its message.
package struct WebContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The address at the other end of the connection, without a port.
    let peer: String
    /// The port of the connection on this side; `nil` in tests of the router.
    let port: Int?
    /// The connection.
    let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        port = channel.localAddress?.port
        peer = channel.remoteAddress?.ipAddress ?? "unknown"
    }
}
