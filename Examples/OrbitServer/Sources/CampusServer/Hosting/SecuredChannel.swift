import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// A channel behind TLS with the certificate that is current when a connection begins. The channel of Hummingbird has
/// one certificate until the process ends.
struct SecuredChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let certificate: CurrentCertificate

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        channel.eventLoop.makeCompletedFuture {
            let tls = NIOSSLServerHandler(context: certificate.context)
            try channel.pipeline.syncOperations.addHandler(tls)
        }
        .flatMap { base.setup(channel: channel, logger: logger) }
    }

    func handle(value: Base.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
