import Hummingbird
import NIOCore

/// The values of one request in addition to its message.
package struct WebContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The address at the other end of the connection, without a port.
    let peer: String
    /// The connection.
    let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        peer = channel.remoteAddress?.ipAddress ?? "unknown"
    }
}
