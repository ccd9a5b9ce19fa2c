import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@testable import Presentation

/// Random orders of requests, responses, failures, events and snapshots.
///
/// No letter is ever shown twice. At the end the device shows all letters of the server.
@Suite @MainActor struct LogInterleavingTests {
    /// A server with a single list, sorted by time.
    @MainActor private final class Server {
        var letters: [Int: Letter] = [:]
        var events: [LogEvent] = []
        var effects: [String: [LogEvent]] = [:]
        var at: LogPosition { .e(events.count) }
        var sorted: [Letter] { letters.values.sorted { ($0.sent, $0.id) > ($1.sent, $1.id) } }

        func apply(_ isSent: Bool, _ number: Int, action: String? = nil) -> LogReceipt {
            if let action, let done = effects[action] { return LogReceipt(at: at, action: action, events: done) }
            guard (letters[number] == nil) == isSent else { return LogReceipt(at: at, action: action) }
            let letter = Letter("\(number)", sent: number / 2)
            letters[number] = isSent ? letter : nil
            let event: LogEvent =
                isSent
                ? .sent(letter, seq: events.count + 1, action: action)
                : .gone(letter.id, seq: events.count + 1, action: action)
            events.append(event)
            if let action { effects[action] = [event] }
            return LogReceipt(at: at, action: action, events: [event])
        }

        func page(after cursor: String?) -> ListPage<Letter> {
            let rest = sorted.filter { letter in
                guard let end = cursor.flatMap(Int.init) else { return true }
                return (letter.sent, letter.id) < (end / 2, "\(end)")
            }
            let page = Array(rest.prefix(3))
            return ListPage(LossyList(page), nextCursor: rest.count > 3 ? page.last?.id : nil, at: at)
        }

        func slice(after position: LogPosition) -> LogSlice {
            LogSlice(at: at, events: Array(events.dropFirst(position.seq)))
        }
    }

    /// A transport that sends all events after the position, each time it is opened.
    private struct Suffix: EventTransport {
        let server: Server

        func open(after position: LogPosition?) async throws -> EventStream {
            let slice = await server.slice(after: position ?? .e(0))
            return EventStream { .slice(slice) }
        }
    }

    private struct World {
        var random: RandomSource
        let server = Server()
        let log: EventLog
        let list: PagedList<Letter>
        /// The slices of the stream that are not yet delivered.
        var onTheWay: [LogSlice] = []
        var sent = 0
        var actions: [Task<ActionOutcome, Never>] = []
        var responses: [PausedAction] = []

        @MainActor init(seed: UInt64) {
            random = .seeded(seed)
            log = EventLog(time: VirtualClock(), random: .seeded(seed))
            let server = server
            list = PagedList(.letters(.byTime), on: log) { server.page(after: $0) }
            log.source = Suffix(server: server)
        }

        mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    }

    private func step(_ world: inout World) async {
        let server = world.server
        switch world.draw(8) {
        case 0, 1: _ = server.apply(world.draw(2) == 0, world.draw(16))
        case 2:  // slices may be split, repeated and reordered
            while world.sent < server.events.count {
                let end = min(server.events.count, world.sent + 1 + world.draw(2))
                world.onTheWay.append(
                    LogSlice(at: .e(end), events: Array(server.events[world.sent..<end])))
                world.sent = end
            }
        case 3, 4:
            guard !world.onTheWay.isEmpty else { return }
            let slice = world.onTheWay.remove(at: world.draw(world.onTheWay.count))
            if world.draw(4) == 0 { world.onTheWay.append(slice) }
            if world.draw(4) > 0 { world.log.receive(slice) }
        case 5: await world.list.load()
        case 6: await world.list.loadMore()
        default: await act(&world)
        }
        check(world)
    }

    /// Runs an action that may lose its request, its response or both.
    private func act(_ world: inout World) async {
        let (isSent, number, fate) = (world.draw(2) == 0, world.draw(16), world.draw(4))
        let letter = Letter("\(number)", sent: number / 2)
        let (server, log) = (world.server, world.log)
        let held = PausedAction()
        if fate == 3 { world.responses.append(held) }
        let action = Task {
            await ActionRunner<Int>(log: log).run(1, expecting: [isSent ? .sent(letter) : .gone(letter.id)]) { key in
                if fate == 0 { throw NoNetwork() }
                let receipt = server.apply(isSent, number, action: key.rawValue)
                if fate == 1 { throw APIError.transport(.connectionLost) }
                if fate == 3 { _ = try await held.end() }
                log.receive(receipt)
                return []
            }
        }
        world.actions.append(action)
        if fate == 3 { await held.waitForRequest() } else { _ = await action.value }
        if !world.responses.isEmpty, world.draw(3) == 0 {
            world.responses.remove(at: world.draw(world.responses.count)).release(.success([]))
        }
    }

    private func check(_ world: World) {
        let ids = world.list.ids
        #expect(Set(ids).count == ids.count)
    }

    @Test func `random orders of actions, events and pages end with the server's letters`() async {
        for seed in 0..<1_000 as Range<UInt64> {
            var world = World(seed: seed)
            for _ in 0..<30 { await step(&world) }
            for response in world.responses { response.release(.success([])) }
            for action in world.actions { _ = await action.value }
            await world.log.isCaughtUp()
            world.log.receive(world.server.slice(after: .e(0)))
            if world.list.items == .idle { await world.list.load() }
            #expect(world.list.ids == world.server.sorted.prefix(world.list.ids.count).map(\.id), "seed \(seed)")
            while world.list.hasMore { await world.list.loadMore() }
            #expect(world.list.ids == world.server.sorted.map(\.id), "seed \(seed)")
            #expect(world.log.pending.isEmpty, "seed \(seed)")
        }
    }
}
