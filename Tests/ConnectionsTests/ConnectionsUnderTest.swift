import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

/// Fixtures that let a service or a view model run against a script.
enum ConnectionsUnderTest {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    @MainActor static func pokes(_ stub: StubTransport, clock: VirtualClock = VirtualClock()) throws -> PokesViewModel {
        PokesViewModel(
            service: PokeService(client: try .scripted(stub, time: clock)),
            log: EventLog(time: clock, random: .seeded(2)), pageSize: 2)
    }

    static func matchService(_ stub: StubTransport, clock: VirtualClock = VirtualClock()) throws -> MatchService {
        MatchService(client: try .scripted(stub, time: clock))
    }

    static func poke(
        _ id: PokeID, from: UserID = "liam", to: UserID = "maya", status: PokeStatus = .pending,
        sent: TimeInterval = 0
    ) -> Poke {
        let date = now.addingTimeInterval(sent)
        return Poke(
            id: id, fromUserID: from, toUserID: to, note: .coffee, status: status, createdAt: date,
            expiresAt: date.addingTimeInterval(PokeLimits.standard.lifetime))
    }

    static func person(_ id: UserID) -> Person { Person(id: id, profile: Profile(name: "Person \(id)")) }

    static func incoming(_ id: PokeID, from: UserID = "liam", sent: TimeInterval = 0) -> IncomingPoke {
        IncomingPoke(
            poke: poke(id, from: from, sent: sent), person: person(from),
            shared: SharedContext(interests: [Interest("music")]))
    }

    static func outgoing(_ id: PokeID, to: UserID = "liam") -> OutgoingPoke {
        OutgoingPoke(poke: poke(id, from: "maya", to: to), person: person(to))
    }

    static func match(
        _ id: MatchID, with partner: UserID = "liam", status: MatchStatus = .active, made: TimeInterval = 0
    ) throws -> Match {
        Match(
            id: id, date: try #require(CalendarDay("2027-01-15")), partnerID: partner, partnerName: "Person \(partner)",
            status: status, createdAt: now.addingTimeInterval(made))
    }

    static func page<Element: JSONKeyed>(_ pokes: [Element], next: String? = nil) throws -> HTTPResponse {
        try .success(Page(pokes, nextCursor: next))
    }

    static func refusal(_ status: Int, _ code: ProblemCode, _ message: String) throws -> HTTPResponse {
        try .problem(status, Problem(code: code, message: message))
    }
}
