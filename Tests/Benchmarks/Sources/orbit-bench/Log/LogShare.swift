import BackendRuntime
import Connections
import Foundation
import Networking
import OrbitModels
import TimeAndChance

/// Measures the share of the log in the time of a poke.
///
/// Two operations differ only in the two events of a poke. The difference of their times is the cost of the log. Each
/// sender requests both operations and a poke in turn, so that all times are from the same conditions.
struct LogShare {
    let pokes: Int
    private let clock = SystemClock()

    init(pokes: Int) {
        self.pokes = pokes
    }

    func measure(into report: inout BenchmarkReport) async throws {
        let campus = try await LogCampus(people: pokes + 1, adding: [Feature(operations: [PokeEvents.self])])
        let body = try OrbitJSON.encoder.encode(SendPokeRequest(toUserID: campus.residents[0].id, note: .hello))
        let paths = ["/pokes", PokeEvents.appending.path, PokeEvents.omitting.path]
        var times: [[Double]] = paths.map { _ in [] }
        for number in 1...pokes {
            let device = try await campus.signIn(number)
            for (place, path) in paths.enumerated() {
                let request = try device.signed(.toCampus(.post, path, key: "\(path) \(number)", body: body))
                let start = clock.uptime
                let response = await campus.backend.respond(to: request, origin: device.origin)
                times[place].append((clock.uptime - start) / .microseconds(1))
                guard response.status == 200 else { throw UnexpectedInput("\(path) comes to \(response.status).") }
            }
        }
        let medians = times.map { list in
            let sorted = list.dropFirst(pokes / 10).sorted()
            return sorted[sorted.count / 2]
        }
        report.add("log_us", medians[1] - medians[2], digits: 0)
        report.add("log_share", (medians[1] - medians[2]) / medians[0], digits: 2)
    }
}

/// Two operations that do the same, except that only one of them appends the events of a poke.
private struct PokeEvents: Operations {
    static let appending = Route(.post, "/benchmark/appending")
    static let omitting = Route(.post, "/benchmark/omitting")

    let context: BackendContext

    var handlers: [RouteHandler] { [handler(Self.appending), handler(Self.omitting)] }

    private func handler(_ route: Route) -> RouteHandler {
        context.signedInOnce(
            route, as: .person, BodyReader<SendPokeRequest>.json,
            perform: { transaction, call, caller, body in
                let poke = Poke(
                    id: PokeID("poke of \(caller.userID)"), fromUserID: caller.userID, toUserID: body.toUserID,
                    note: body.note, status: .pending, createdAt: call.now,
                    expiresAt: call.now.addingTimeInterval(86_400))
                if route == Self.appending { try Self.append(poke, caller, to: transaction, at: call.now) }
                return .success(PokeOutcome.sent(poke), about: [body.toUserID])
            })
    }

    private static func append(
        _ poke: Poke, _ caller: Caller, to transaction: LogTransaction, at now: Date
    ) throws {
        let (visibility, day) = (Visibility(of: caller, in: transaction), CalendarDay(now, in: .gmt))
        // A poke looks up both people, each for the events of the other.
        guard let recipient = try visibility.person(poke.toUserID, on: day),
            let other = try visibility.person(poke.toUserID, on: day)
        else { throw HTTPProblem.notFound }
        try transaction.append(
            .pokeSent, to: poke.fromUserID, about: poke.toUserID, touches: [.outgoingPokes],
            data: OutgoingPoke(poke: poke, person: recipient))
        try transaction.append(
            .pokeReceived, to: poke.toUserID, about: poke.fromUserID, touches: [.incomingPokes],
            data: IncomingPoke(poke: poke, person: other, shared: SharedContext()))
    }
}
