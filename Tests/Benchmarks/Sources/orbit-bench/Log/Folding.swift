import Connections
import Foundation
import Networking
import OrbitDemo
import OrbitModels
import OrbitStore
import Presentation
import TimeAndChance

/// Folds events over a list of 1,000 pokes. It folds 10,000 in slices of 250, the maximum of a server, and reads the
/// list at the end. Then it folds 1,000 that arrive one by one, and reads the list after each of them, as a screen does.
@MainActor enum Folding {
    private static let count = 1_000

    static func measure(into report: inout BenchmarkReport) async throws {
        var (whole, single): ([Double], [Double]) = ([], [])
        for _ in 0..<5 {
            whole.append(try await time(of: 10_000, slices: 250))
            single.append(try await time(of: 1_000, slices: 1))
        }
        report.add("fold_10000_ms", spread: whole, digits: 1)
        report.add("fold_singly_us", spread: single, digits: 0)  // milliseconds for a thousand events
    }

    private static func time(of events: Int, slices size: Int) async throws -> Double {
        let users = try await CampusSeed(people: count, seed: 7).populate(MemoryStore(), time: SystemClock())
        let now = SystemClock().date
        let pokes = users.enumerated().compactMap { number, user -> IncomingPoke? in
            guard let profile = user.profile else { return nil }
            return poke(number, from: Person(id: user.id, profile: profile), at: now)
        }
        let log = EventLog()
        let start = LogPosition(epoch: "fold", seq: 0)
        let list = PagedList(.incomingPokes, on: log) { _ in
            ListPage(LossyList(pokes), nextCursor: nil, at: start)
        }
        await list.load()
        let events = (1...events).map { event($0, of: pokes) }
        var read = 0
        let time = milliseconds {
            for first in stride(from: 0, to: events.count, by: size) {
                let part = Array(events[first..<min(first + size, events.count)])
                log.receive(LogSlice(at: start.advanced(by: first + part.count), events: part))
                if size == 1 { read += list.known.count }
            }
            read += list.known.count
        }.time
        guard list.known.count == count - 1, read >= count - 1 else {
            throw UnexpectedInput("The list has \(list.known.count) pokes.")
        }
        return time
    }

    /// Returns an event that removes a poke or adds it again.
    private static func event(_ seq: Int, of pokes: [IncomingPoke]) -> LogEvent {
        let poke = pokes[(seq / 2) * 7 % pokes.count]
        return seq.isMultiple(of: 2)
            ? LogEvent(.pokeClosed, seq: seq, subject: poke.person.id, data: Keyed(poke.id))
            : LogEvent(.pokeReceived, seq: seq, subject: poke.person.id, data: poke)
    }

    private static func poke(_ number: Int, from person: Person, at now: Date) -> IncomingPoke {
        let poke = Poke(
            id: PokeID("poke-\(number)"), fromUserID: person.id, toUserID: UserID("me"), note: .hello,
            status: .pending, createdAt: now.addingTimeInterval(-Double(number)),
            expiresAt: now.addingTimeInterval(86_400))
        return IncomingPoke(poke: poke, person: person, shared: SharedContext())
    }
}
