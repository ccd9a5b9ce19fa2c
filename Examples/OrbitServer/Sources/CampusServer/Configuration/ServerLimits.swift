import NIOCore

/// The limits of the HTTP server; see decision 47. The limits of single actions are rules of the backend.
package struct ServerLimits: Sendable {
    /// The time from the head of a request until its response begins.
    package var requestDeadline: TimeAmount = .seconds(15)
    /// The time from the head of an upload until its response begins.
    package var uploadDeadline: TimeAmount = .seconds(120)
    /// The minimum number of bytes of a body in each ``rateWindow``.
    package var minimumBytesPerWindow = 2_560
    /// The time over which the rate of a body is measured.
    package var rateWindow: TimeAmount = .seconds(5)
    /// The time without a request after which a connection is closed. It includes the headers of a request.
    package var idleTimeout: TimeAmount = .seconds(30)
    /// The time after which a write without progress closes the connection.
    package var writeDeadline: TimeAmount = .seconds(10)
    /// The size of the kernel's send buffer of a connection in bytes. Linux doubles it for its own use. At a round-trip
    /// time of 100 ms, a connection then sends more than a megabyte per second.
    package var sendBuffer = 128 * 1_024
    /// The number of bytes of a read.
    package var readBytes = 2 * 1_024
    /// The size of the kernel's receive buffer of a connection in bytes. Linux doubles it for its own use. All its
    /// bytes are read into the memory of the process when the client ends its half of the connection. At a round-trip
    /// time of 600 ms, as by satellite, a photo of 8 MiB arrives within 80 seconds.
    package var receiveBuffer = 64 * 1_024
    /// The maximum number of bytes of events that wait behind the frame that is being sent. It has to be less than the
    /// 64 KiB at which writes to a channel are suspended, because a suspended stream adds no frame.
    package var eventQueueBytes = 32 * 1_024
    /// The size of the kernel's send buffer of an event stream in bytes. Linux doubles it for its own use.
    package var eventSendBuffer = 32 * 1_024
    /// The time in which the client of an event stream has to acknowledge the bytes that were sent.
    package var eventAcknowledgement: TimeAmount = .seconds(30)
    /// The maximum size of a header field in bytes.
    package var headerFieldBytes = 8 * 1_024
    /// The maximum size of all header fields in bytes.
    package var headerBytes = 16 * 1_024
    /// The maximum number of header fields.
    package var headerFields = 64
    /// The maximum size of a body in bytes. The backend has lower limits for each route.
    package var bodyBytes = 128 * 1_024
    /// The maximum size of the body of an upload in bytes.
    package var uploadBytes = 12 * 1_024 * 1_024
    /// The maximum number of bytes of all bodies that are in memory at once.
    package var bodyBytesInFlight = 64 * 1_024 * 1_024
    /// The share of ``bodyBytesInFlight`` for one origin. It has to be at least ``uploadBytes``.
    package var bodyBytesPerOrigin = 16 * 1_024 * 1_024
    /// The part of ``bodyBytesInFlight`` that uploads leave for other bodies.
    package var bodyBytesReserve = 8 * 1_024 * 1_024
    /// The size of a response in bytes above which it counts towards ``responseBytesInFlight``. Pages of lists are
    /// smaller, and photos are larger.
    package var largeResponseBytes = 64 * 1_024
    /// The maximum number of bytes of all large responses that clients have not accepted yet.
    package var responseBytesInFlight = 512 * 1_024 * 1_024
    /// The maximum number of these bytes for one origin.
    package var responseBytesPerOrigin = 64 * 1_024 * 1_024
    /// The time in which a client has to accept a large response.
    package var largeResponseDeadline: TimeAmount = .seconds(120)
    /// The number of connections above which requests get 503.
    package var connections = 11_000
    /// The number of connections of one origin above which its connections are closed. Behind a proxy, which has the
    /// connections of all callers, it does not apply.
    package var connectionsPerOrigin = 8_000
    /// The number of connections above which no connection is accepted.
    package var acceptedConnections = 12_000
    /// The seconds after which an overloaded server may be tried again.
    package var retryAfter = 2
    /// The time for requests in progress after a signal to stop.
    package var shutdown: Duration = .seconds(8)

    package init() {}

    /// The paths of uploads, which have their own deadline and size.
    package var uploadPaths: Set<String> = ["/api/users/me/photo"]

    /// Returns the maximum size of the body of a request in bytes.
    func bodyLimit(of target: String?) -> Int { isUpload(target) ? uploadBytes : bodyBytes }

    /// Whether a path, without its query, belongs to an upload.
    func isUpload(_ target: String?) -> Bool {
        guard let target else { return false }
        return uploadPaths.contains(String(target.prefix { $0 != "?" }))
    }
}
