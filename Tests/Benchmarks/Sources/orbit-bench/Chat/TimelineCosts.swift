import Chat
import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import Observation
import OrbitModels
import Outbox
import Presentation
import TimeAndChance

/// Measures a conversation on a device: opening it with many events, one more event, and a sent message.
@MainActor struct TimelineCosts {
    let repetitions: Int
    /// The directory of the outbox.
    let directory: String

    private static let slice = 250
    private static let shown = 20

    func measure(into report: inout BenchmarkReport) async throws {
        for count in [10_000, 100_000] {
            var times: [Double] = []
            for _ in 0..<repetitions { times.append(try await open(count)) }
            report.add("open_\(count)_ms", spread: times, digits: 1)
        }
        report.add("event_us", spread: try await events(), digits: 1)
        report.add("send_ms", spread: try await sends(), digits: 3)
    }

    /// Returns the time to fold events into an open conversation and to show the last rows.
    private func open(_ count: Int) async throws -> Double {
        let device = try await device()
        var timeline = TimelineEvents()
        let events = try timeline.next(count)
        await device.model.load()
        let (rows, time) = milliseconds {
            device.receive(events, slices: Self.slice)
            return device.lastRows(Self.shown)
        }
        await device.outbox.close()
        guard rows.last?.seq == timeline.messages.count else { throw UnexpectedInput("The last row is missing.") }
        return time
    }

    /// Returns the times of single events in a conversation of 10,000 events, with the last rows after each.
    private func events() async throws -> [Double] {
        let device = try await device()
        var timeline = TimelineEvents()
        await device.model.load()
        device.receive(try timeline.next(10_000), slices: Self.slice)
        var times: [Double] = []
        for event in try timeline.next(1_000) {
            let (_, time) = milliseconds {
                device.receive([event], slices: 1)
                return device.lastRows(Self.shown).count
            }
            times.append(time * 1_000)
        }
        await device.outbox.close()
        return times
    }

    /// Returns the times from sending a message to its row.
    private func sends() async throws -> [Double] {
        let device = try await device()
        await device.model.load()
        let clock = SystemClock()
        var times: [Double] = []
        for number in 0..<100 {
            device.model.type("Message \(number)")
            let shown = LockedState(Duration?.none)
            withObservationTracking {
                _ = device.model.messages
            } onChange: {
                shown.withLock { $0 = clock.uptime }
            }
            let start = clock.uptime
            guard await device.model.send() == .done, let end = shown.withLock({ $0 }) else {
                throw UnexpectedInput("The message was not sent.")
            }
            times.append((end - start) / .milliseconds(1))
        }
        await device.outbox.close()
        return times
    }

    private func device() async throws -> TimelineDevice {
        try await TimelineDevice(in: PrivateDirectory("chat-\(UUID().uuidString)", under: directory))
    }
}

/// A device with an empty conversation. Its server has no messages.
@MainActor private final class TimelineDevice {
    let outbox: Outbox
    let log: EventLog
    let model: ConversationViewModel
    private var position = 0

    init(in directory: PrivateDirectory) async throws {
        let client = APIClient(
            server: try ServerAddress("https://orbit.example/api"), transport: EmptyConversation(), events: .chat)
        let service = ChatService(client: client)
        log = EventLog()
        outbox = try await Outbox.open(in: directory, account: "maya")
        let conversation = Conversation(
            id: TimelineEvents.conversation, kind: .pair, origin: .match("x1"),
            participants: TimelineEvents.people.map { ConversationParticipant(userID: $0, name: $0.rawValue) },
            updatedAt: TimelineEvents.now, createdAt: TimelineEvents.now)
        let messages = MessageOutbox(outbox, of: "maya", service: service, log: log)
        model = ConversationViewModel(of: conversation, as: "maya", service: service, outbox: messages, log: log)
    }

    /// Returns the last rows.
    func lastRows(_ count: Int) -> [MessageRow] { model.messages.value.map { Array($0.suffix(count)) } ?? [] }

    /// Delivers events in slices, as a stream does.
    func receive(_ events: [LogEvent], slices size: Int) {
        for start in stride(from: 0, to: events.count, by: size) {
            let part = Array(events[start..<min(start + size, events.count)])
            position += part.count
            log.receive(LogSlice(at: LogPosition(epoch: "e", seq: position), events: part))
        }
    }
}

/// A server that responds to each request with an empty page of messages.
private struct EmptyConversation: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        do {
            return try .success(MessagePage([], hasEarlier: false, hasLater: false))
        } catch {
            throw .malformedResponse
        }
    }
}
