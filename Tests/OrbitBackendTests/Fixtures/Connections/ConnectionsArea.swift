import Connections
import OrbitModels

extension ContractArea {
    /// `Docs/openapi/connections.yaml`.
    static let connections = {
        let (now, person, profile) = (ContractSample.now, ContractSample.person, ContractSample.profile)
        let poke = Poke(
            id: "1", fromUserID: "2", toUserID: "3", note: .coffee, status: .pending, createdAt: now, expiresAt: now)
        let shared = SharedContext(interests: profile.interests, sports: [.tennis], major: "Astronomy")
        let incoming = IncomingPoke(poke: poke, person: person, shared: shared)
        let outgoing = OutgoingPoke(poke: poke, person: person)
        let blocked = BlockedPerson(userID: "1", name: "Liam", blockedAt: now)
        let match = ContractSample.day.map {
            Match(
                id: "1", date: $0, partnerID: "2", partnerName: "Liam", partnerMajor: "Physics", origin: .chance,
                groupID: "3", status: .active,
                createdAt: now, endsAt: now)
        }
        let today = ContractSample.day.map {
            TodayData(date: $0, endsAt: now, status: .waiting, reason: .tomorrow, isPaused: true)
        }
        return ContractArea(
            routes: PokeRoutes.all + MatchRoutes.all + BlockRoutes.all,
            events: .connections,
            lists: [.incomingPokes, .outgoingPokes, .matches, .today, .blocks],
            words: [
                PokeNote.self, PokeStatus.self, MatchStatus.self, MatchOrigin.self, TodayStatus.self,
                TodayWaitReason.self,
            ],
            full: [
                ("SendPokeRequest", SendPokeRequest(toUserID: "1", note: .hello)),
                ("PokesOfSender", ClearPokesRequest.from("1")), ("PokesSentBefore", ClearPokesRequest.sentBefore(now)),
                ("ClearedPokes", ClearedPokes(cleared: 1)), ("Poke", poke), ("PokeData", Keyed(poke)),
                ("IncomingPoke", incoming), ("OutgoingPoke", outgoing), ("SharedContext", shared),
                ("IncomingPokesPage", Page([incoming], nextCursor: "x")),
                ("OutgoingPokesPage", Page([outgoing], nextCursor: "x")),
                ("Match", match), ("MatchData", match.map { Keyed($0) }),
                ("MatchesPage", match.map { Page([$0], nextCursor: "x") }), ("TodayData", today),
                ("BlockedPerson", blocked), ("BlocksPage", Page([blocked], nextCursor: "x")),
                ("ClosedPoke", Keyed(PokeID("1"))), ("EndedMatch", EndedMatch(matchID: "1", partnerID: "2")),
                ("MatchOfToday", match.map { MatchOfToday(date: $0.date, endsAt: now, match: $0) }),
                ("TodayStanding", today.map { TodayStatusUpdate($0) }), ("NamedPerson", Keyed(UserID("1"))),
            ])
    }()
}
