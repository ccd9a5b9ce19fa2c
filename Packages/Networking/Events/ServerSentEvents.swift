import Foundation
public import OrbitModels
public import TimeAndChance

/// Follows the caller's log with server-sent events: `GET /events` with `Accept: text/event-stream`.
///
/// Reading throws ``EventTransportError/silent`` if the server sends no byte for 50 seconds, which is two and a half
/// heartbeats.
public struct ServerSentEvents: EventTransport {
    private let client: APIClient
    private let time: any TimeSource

    /// - Parameters:
    ///   - client: Opens the stream; its event catalogue gives the types of event data.
    ///   - time: The clock that measures the silence of the server.
    public init(client: APIClient, time: any TimeSource = SystemClock()) {
        self.client = client
        self.time = time
    }

    /// Opens the log after the position, as `EventTransport` requires.
    @concurrent public func open(after position: LogPosition?) async throws -> EventStream {
        let stream: HTTPStream
        do {
            stream = try await client.open(
                Endpoint<LogSlice>(EventRoutes.events), after: position?.description, accepting: Self.mediaType)
        } catch let error as APIError where error.saysUnsupported {
            throw EventTransportError.unsupported
        }
        guard stream.isEventStream else {
            stream.close()
            throw EventTransportError.unsupported
        }
        let reader = ServerSentEventReader(stream, client: client, time: time)
        return EventStream(read: reader.next, close: stream.close)
    }

    fileprivate static let mediaType = "text/event-stream"
}

extension HTTPStream {
    /// Whether the content type is that of an event stream. A captive portal returns a page of another type.
    fileprivate var isEventStream: Bool {
        let mediaType = headers[.contentType]?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        return mediaType?.lowercased() == ServerSentEvents.mediaType
    }
}

extension APIError {
    /// Whether the server or the network has no events at this address, or not in this form.
    var saysUnsupported: Bool {
        switch self {
        case .transport(.streamsUnsupported): true
        case .unexpectedStatus(let status), .problem(let status, _): [404, 405, 406, 501].contains(status)
        default: false
        }
    }
}
