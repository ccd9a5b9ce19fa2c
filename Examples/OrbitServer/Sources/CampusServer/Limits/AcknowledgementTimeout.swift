import Foundation
import NIOCore

/// The socket option that closes a connection whose client does not acknowledge the bytes that were sent.
///
/// A write completes when the kernel has accepted its bytes, so ``WriteDeadline`` does not notice a client that has
/// vanished without closing its connection. Without the option, Linux sends lost bytes again for about 15 minutes.
enum AcknowledgementTimeout {
    #if canImport(Darwin)
        static let option = ChannelOptions.tcpOption(NIOBSDSocket.Option(rawValue: TCP_RXT_CONNDROPTIME))

        /// Returns the value of the option, in seconds.
        static func value(of time: TimeAmount) -> SocketOptionValue {
            SocketOptionValue(clamping: time.nanoseconds / 1_000_000_000)
        }
    #else
        /// The user timeout of TCP (RFC 5482).
        static let option = ChannelOptions.tcpOption(NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT))

        /// Returns the value of the option, in milliseconds.
        static func value(of time: TimeAmount) -> SocketOptionValue {
            SocketOptionValue(clamping: time.nanoseconds / 1_000_000)
        }
    #endif
}
