import Foundation
import OrbitModels
import TimeAndChance

/// Converts the bytes of an open stream into the messages of a log.
actor ServerSentEventReader {
    /// The longest time without data. The server sends a heartbeat every 20 seconds.
    static let patience = Duration.seconds(50)
    /// The longest accepted retry time, in milliseconds: one day.
    private static let longestRetry = 86_400_000

    private let stream: HTTPStream
    private let client: APIClient
    private let watch: SilenceWatch
    private var parser = ServerSentEventParser()
    private var items: ArraySlice<ServerSentEventParser.Item> = []

    init(_ stream: HTTPStream, client: APIClient, time: any TimeSource) {
        self.stream = stream
        self.client = client
        watch = SilenceWatch(patience: Self.patience, time: time) { stream.close() }
    }

    func next() async throws -> EventMessage? {
        while true {
            while let item = items.popFirst() {
                if let message = try message(item) { return message }
            }
            guard let bytes = try await bytes() else { return nil }
            items = try parser.append(bytes)[...]
        }
    }

    /// Returns the message, or `nil` if its kind is unknown to this version.
    private func message(_ item: ServerSentEventParser.Item) throws(EventTransportError) -> EventMessage? {
        switch item {
        case .comment: return .heartbeat
        case .retry(let milliseconds): return .retry(.milliseconds(min(milliseconds, Self.longestRetry)))
        case .message(let event) where ["message", "resync"].contains(event.name):
            do {
                return .slice(try client.decode(LogSlice.self, from: Data(event.data.utf8)))
            } catch {
                throw .malformed(reason: DecodingReason.describe(error))
            }
        case .message: return nil
        }
    }

    private func bytes() async throws -> Data? {
        watch.begin()
        do {
            let bytes = try await stream.next()
            if bytes == nil { watch.stop() } else { watch.end() }
            return bytes
        } catch {
            watch.stop()
            if watch.isSilent { throw EventTransportError.silent }
            throw error == .cancelled ? CancellationError() : APIError.transport(error)
        }
    }
}
