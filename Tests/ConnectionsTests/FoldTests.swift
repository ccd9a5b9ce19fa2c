import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

/// The effect of each kind of event: once, twice, and with data of another kind.
@Suite @MainActor struct FoldTests {
    private typealias Given = ConnectionsUnderTest

    /// An event of every kind, and of some kinds that these lists do not know.
    private func events() throws -> [LogEvent] {
        let match = try Given.match("m")
        let day = try #require(CalendarDay("2027-01-15"))
        let update = TodayStatusUpdate(date: day, endsAt: Given.now, status: .matched, reason: nil, isPaused: true)
        let changed = Person(id: "liam", profile: Profile(name: "Liam the Second"))
        let data: [(EventKind, any EventCatalogue.Payload)] = [
            (.pokeReceived, Given.incoming("new", sent: 9)), (.pokeSent, Given.outgoing("new")),
            (.pokeClosed, Keyed(PokeID("a"))),
            (.pokeChanged, Keyed(Given.poke("o", from: "maya", to: "liam", status: .withdrawn))),
            (.matchMade, match), (.matchEnded, EndedMatch(matchID: "m", partnerID: "liam")),
            (.todayMatched, MatchOfToday(date: day, endsAt: Given.now, match: match)), (.todayChanged, update),
            (.blockAdded, BlockedPerson(userID: "liam", blockedAt: Given.now)),
            (.blockRemoved, Keyed(UserID("liam"))), (.personChanged, ChangedPerson(person: changed, version: 2)),
        ]
        let kinds = data.map(\.0) + [.personHidden, .personShown, .void, EventKind(rawValue: "newer")]
        let payloads: [(any EventCatalogue.Payload)?] = data.map(\.1) + [nil]
        let good = data.map { LogEvent($0.0, subject: "liam", data: $0.1) }
        return good + kinds.flatMap { kind in payloads.map { LogEvent(kind, subject: "liam", data: $0) } }
    }

    private struct Seen: Equatable {
        var incoming: [IncomingPoke], outgoing: [OutgoingPoke], matches: [Match], blocks: [BlockedPerson]
        var today: TodayMatch?, isPaused: Bool?
    }

    private func seen(_ models: SharedConnections) -> Seen {
        Seen(
            incoming: models.pokes.incoming.known, outgoing: models.pokes.outgoing.known,
            matches: models.matches.matches.known, blocks: models.blocks.blocked.known,
            today: models.today.match.value, isPaused: models.today.isPaused)
    }

    @Test func `an event applied twice has its effect once, and an unreadable event has no effect`() async throws {
        let epoch = "e"
        for event in try events() {
            let today = TodayData(
                date: try #require(CalendarDay("2027-01-15")), endsAt: Given.now, status: .matched,
                matches: [try Given.match("m"), try Given.match("n", with: "ana")], isPaused: false)
            let stub = StubTransport([.expect(.get, "/api/matches/today", response: try .success(today))])
            let models = try SharedConnections(stub, keepsLog: true)
            await models.today.load()
            models.log.receive(
                LogSlice(
                    at: LogPosition(epoch: epoch, seq: 4),
                    events: [
                        LogEvent(.pokeReceived, seq: 1, subject: "liam", data: Given.incoming("a")),
                        LogEvent(.pokeSent, seq: 2, subject: "liam", data: Given.outgoing("o")),
                        LogEvent(.matchMade, seq: 3, subject: "ana", data: try Given.match("n", with: "ana")),
                        LogEvent(.blockAdded, seq: 4, data: BlockedPerson(userID: "cem", blockedAt: Given.now)),
                    ]))
            let before = seen(models)
            #expect(before.incoming.count == 1 && before.outgoing.count == 1)
            models.log.receive(LogSlice(at: LogPosition(epoch: epoch, seq: 5), events: [event.numbered(5)]))
            let once = seen(models)
            models.log.receive(LogSlice(at: LogPosition(epoch: epoch, seq: 6), events: [event.numbered(6)]))
            #expect(seen(models) == once, "\(event.kind)")
            if event.isOpaque || event.kind.rawValue == "newer" { #expect(once == before) }
        }
    }

    /// Returns the day's match after an event. The day is 15 January 2027 and has one match, or none.
    private func today(_ matches: [Match], after event: LogEvent) async throws -> TodayMatch? {
        let today = TodayData(
            date: try #require(CalendarDay("2027-01-15")), endsAt: Given.now,
            status: matches.isEmpty ? .waiting : .matched, matches: matches, isPaused: false)
        let stub = StubTransport([.expect(.get, "/api/matches/today", response: try .success(today))])
        let models = try SharedConnections(stub, keepsLog: true)
        await models.today.load()
        models.log.receive(LogSlice(at: LogPosition(epoch: "e", seq: 1), events: [event.numbered(1)]))
        return models.today.match.value
    }

    @Test(arguments: [("2027-01-14", 0), ("2027-01-15", 1), ("2027-01-16", 2)])
    func `news of a day before are ignored, and news of a day after replace its match`(date: String, place: Int)
        async throws
    {
        let (day, first, second) = (
            try #require(CalendarDay(date)), try Given.match("m"), try Given.match("n", with: "ana")
        )
        let matched = LogEvent(
            .todayMatched, subject: "ana", data: MatchOfToday(date: day, endsAt: Given.now, match: second))
        let afterMatch = try await today([first], after: matched)
        let matches: [TodayMatch] = [
            .matched(first, third: nil), .matched(first, third: second), .matched(second, third: nil),
        ]
        #expect(afterMatch == matches[place])
        let waiting = TodayStatusUpdate(date: day, endsAt: Given.now, status: .waiting, reason: nil, isPaused: false)
        let afterChange = try await today([first], after: LogEvent(.todayChanged, data: waiting))
        let expected: TodayMatch = place == 0 ? .matched(first, third: nil) : .waiting(nil)
        #expect(afterChange == expected)
    }

    @Test func `the end of another match does not change a day without a match`() async throws {
        let ended = LogEvent(.matchEnded, subject: "liam", data: EndedMatch(matchID: "m", partnerID: "liam"))
        let after = try await today([], after: ended)
        #expect(after == .waiting(nil))
    }

    @Test func `with a log on the server, a receipt alone adds a match and removes a person`() async throws {
        let (match, now) = (try Given.match("m"), Given.now)
        @Sendable func response(
            _ data: some Encodable & Sendable, _ seq: Int, _ key: String?, _ events: [LogEvent]
        ) -> HTTPResponse {
            let receipt = LogReceipt(at: LogPosition(epoch: "e", seq: seq), action: key, events: events)
            return (try? .success(data, receipt: receipt)) ?? HTTPResponse(status: 500)  // fails the test
        }
        let stub = StubTransport([
            .expect(.post, "/api/pokes/a/accept") { request throws(TransportError) in
                let key = request.headers[.idempotencyKey]
                return response(
                    Keyed(match), 2, key,
                    [
                        LogEvent(
                            .pokeClosed, seq: 1, at: now, subject: "liam", action: key, data: Keyed(PokeID("a"))),
                        LogEvent(.matchMade, seq: 2, at: now, subject: "liam", action: key, data: match),
                    ])
            },
            .expect(.post, "/api/blocks/liam") { request throws(TransportError) in
                let key = request.headers[.idempotencyKey]
                let blocked = BlockedPerson(userID: "liam", blockedAt: now)
                return response(
                    MessageData(message: "Done."), 4, key,
                    [
                        LogEvent(.personHidden, seq: 3, at: now, subject: "liam", action: key),
                        LogEvent(.blockAdded, seq: 4, at: now, action: key, data: blocked),
                    ])
            },
        ])
        let models = try SharedConnections(stub, keepsLog: true)
        #expect(await models.pokes.accept(Given.incoming("a")) == .done)
        #expect(models.matches.match(with: "liam") == match && models.pokes.newMatch == match)
        #expect(await models.blocks.block("liam") == .done)
        #expect(models.matches.match(with: "liam") == nil && models.pokes.newMatch == nil)
        #expect(models.blocks.isBlocked("liam"))
        try await stub.finish()
    }
}
