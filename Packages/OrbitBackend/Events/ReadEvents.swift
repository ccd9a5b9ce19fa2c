import BackendRuntime
import Foundation
import Networking
import OrbitModels
import OrbitStore

/// `GET /events`: the events in the caller's log after a position.
///
/// The events are one response or, for a client that accepts `text/event-stream`, a stream without an end. A position
/// that cannot be continued is not an error: the client is asked to load its data again.
struct ReadEvents: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        var handler = context.signedInReading(EventRoutes.events) { reader, call, caller in
            guard let head = try LogHead.of(caller.userID, in: reader) else { throw HTTPProblem.storeUnavailable }
            let slice = try call.logPosition.slice(of: head, in: reader, knowing: caller.account)
            var json = LogJSON()
            json.add(slice)
            return OperationResult(encoded: json.bytes)
        }
        handler.open = { call in call.acceptsEventStream ? try await open(call) : nil }
        return [handler]
    }

    private func open(_ call: RequestContext) async throws -> HTTPStream {
        try await context.admit(call)
        let caller = try await context.store.read { try context.caller(of: call, in: $0) }
        let follower = context.followers.follow(caller.userID, session: caller.session.id)
        let stream = LogStream(context: context, follower: follower, from: call.logPosition)
        let headers = [
            ("content-type", "text/event-stream"), ("cache-control", CacheRule.never.rawValue),
            ("x-accel-buffering", "no"),
        ]
        return HTTPStream(
            status: 200, headers: HTTPHeaders(lenient: headers),
            read: { () async throws(TransportError) in try await stream.next() }, close: { stream.close() })
    }
}

/// The position after which a client reads its log.
enum LogStart: Sendable {
    case after(LogPosition)
    /// The end of the log: only events that are appended from now on.
    case end
    /// The client named an invalid position.
    case unknown

    /// Returns the events after the position.
    ///
    /// - Parameters:
    ///   - head: The head of the log.
    ///   - reader: The snapshot that the head was read from.
    ///   - account: The account of the owner, from the same snapshot.
    func slice(of head: LogHead, in reader: any StoreReader, knowing account: AccountRecord) throws -> StoredSlice {
        switch self {
        case .after(let position): try head.slice(after: position, in: reader, knowing: account)
        case .end: StoredSlice(at: head.position)
        case .unknown: StoredSlice(at: head.position, isResync: true)
        }
    }
}

extension RequestContext {
    /// The position in `Last-Event-ID`, which a client sends when it reconnects, or else in `after`.
    var logPosition: LogStart {
        let last = HeaderName("Last-Event-ID").flatMap { headers[$0] }
        guard let text = last ?? query["after"] else { return .end }
        return LogPosition(text).map { .after($0) } ?? .unknown
    }

    var acceptsEventStream: Bool {
        headers.values(of: .accept).contains { field in
            field.lowercased().split(separator: ",").contains {
                ParameterizedField(String($0).trimmingCharacters(in: .whitespaces))?.value == "text/event-stream"
            }
        }
    }
}
