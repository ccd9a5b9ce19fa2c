import Connections
import Networking
import OrbitModels
import Presentation
import TimeAndChance

/// Measures the time from the commit of a poke until its recipient's list shows it. The path includes the backend's
/// stream of server-sent events, the client that reads it, and the log on the device.
@MainActor final class CommitToList {
    private let pokes: Int
    private let clock = SystemClock()

    init(pokes: Int) {
        self.pokes = pokes
    }

    func measure(into report: inout BenchmarkReport) async throws {
        let campus = try await LogCampus(people: pokes + 1)
        let client = try campus.client(of: try await campus.signIn(0))
        var senders: [PokeService] = []
        for number in 1...pokes {
            senders.append(PokeService(client: try campus.client(of: try await campus.signIn(number))))
        }
        let log = EventLog()
        let model = PokesViewModel(service: PokeService(client: client), log: log)
        let screen = Screen(on: log) { _ = model.incoming.items }
        await model.incoming.load()
        let following = Task { await log.follow([ServerSentEvents(client: client)]) }
        var times: [Double] = []
        for (number, sender) in senders.enumerated() {
            _ = try await sender.send(
                to: campus.residents[0].id, note: .hello, key: IdempotencyKey(rawValue: "poke-\(number)"))
            let shown = await screen.publication(number + 1)
            times.append((shown - campus.store.committed) / .microseconds(1))
        }
        following.cancel()
        guard model.incoming.known.count == pokes else { throw UnexpectedInput("Not all pokes have come.") }
        report.add("commit_to_list_us", spread: Array(times.dropFirst(pokes / 10)), digits: 0)
    }
}

/// Records the times at which lists have shown received events. The log notifies it after the lists, and then it reads
/// them.
@MainActor private final class Screen: LogFollower {
    private let clock = SystemClock()
    private let read: @MainActor () -> Void
    private var publications: [Duration] = []
    private var waiting: (number: Int, continuation: CheckedContinuation<Duration, Never>)?

    init(on log: EventLog, reading read: @escaping @MainActor () -> Void) {
        self.read = read
        log.attach(self)
    }

    /// Returns when events were shown for the given number of times.
    func publication(_ number: Int) async -> Duration {
        if publications.count >= number { return publications[number - 1] }
        return await withCheckedContinuation { waiting = (number, $0) }
    }

    func apply(_ events: [LogEvent], through position: LogPosition, isOwn: Bool) {}

    func publish() {
        read()
        publications.append(clock.uptime)
        if let (number, continuation) = waiting, publications.count >= number {
            waiting = nil
            continuation.resume(returning: publications[number - 1])
        }
    }

    func reset() {}

    func connectionDidRestore() {}
}
