import Connections
import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitModels
import Profiles
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The events that each action appends, by log and in their order.
@Suite struct EventKindTests {
    private let server = TestServer()

    @Test func `a poke is sent and received, and a withdrawal closes it`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let slices = try await server.slices(of: people) {
            _ = try await server.poke(people[1].id, by: people[0], note: .coffee, key: "k1")
        }
        #expect(slices.map { $0.events.map(\.kind) } == [[.pokeSent], [.pokeReceived], []])
        let sent = try #require(slices[0].events.first)
        #expect(sent.action == "k1" && sent.subject == people[1].id && sent.touches == [.outgoingPokes])
        #expect(sent.at == server.clock.date)
        let received = try #require(slices[1].events.first)
        #expect(received.action == nil && received.subject == people[0].id && received.touches == [.incomingPokes])
        #expect(try await [sent.data(OutgoingPoke.self)] == server.outgoing(people[0]).list.elements)
        #expect(try await [received.data(IncomingPoke.self)] == server.incoming(people[1]).list.elements)

        let poke = try sent.data(OutgoingPoke.self).poke
        let ended = try await server.slices(of: people) { _ = try await server.act("withdraw", poke.id, by: people[0]) }
        #expect(ended.map { $0.events.map(\.kind) } == [[.pokeChanged], [.pokeClosed], []])
        #expect(try ended[0].events[0].data(Keyed<Poke>.self).value.status == .withdrawn)
        #expect(try ended[1].events[0].data(Keyed<PokeID>.self).value == poke.id)
        let again = try await server.appended(to: people) {
            _ = try await server.act("withdraw", poke.id, by: people[0])
        }
        #expect(again == [[], [], []])
    }

    @Test func `an accepted poke is changed, is closed for the recipient and becomes a match`() async throws {
        let people = try await server.members("maya", "liam")
        let poke = try await server.sentPoke(from: people[0], to: people[1])
        let slices = try await server.slices(of: people) { _ = try await server.act("accept", poke.id, by: people[1]) }
        #expect(slices.map { $0.events.map(\.kind) } == [[.pokeChanged, .matchMade], [.pokeClosed, .matchMade]])
        #expect(try slices[0].events[0].data(Keyed<Poke>.self).value.status == .accepted)
        for (person, slice) in zip(people, slices) {
            #expect(try await [slice.events[1].data(Match.self)] == server.matches(person).list.elements)
        }
        let match = try slices[0].events[1].data(Match.self)
        let again = try await server.appended(to: people) { _ = try await server.act("accept", poke.id, by: people[1]) }
        #expect(again == [[], []])
        let ended = try await server.slices(of: people) { _ = try await server.disconnect(match.id, by: people[1]) }
        #expect(ended.map { $0.events.map(\.kind) } == [[.matchEnded], [.matchEnded]])
        let data = try ended[0].events[0].data(EndedMatch.self)
        #expect(data == EndedMatch(matchID: match.id, partnerID: people[1].id))
    }

    @Test func `profile fields for matches are sent when a match begins and removed when it ends`() async throws {
        let people = try await server.members("maya", "liam")
        var profile = Profile.valid("Liam")
        profile.bio = "Only for matches"
        profile.visibility = ProfileVisibility([.bio: .matches])
        try await server.save(profile, token: people[1].token)
        _ = try await server.sentPoke(from: people[0], to: people[1])
        let slices = try await server.slices(of: people) { _ = try await server.poke(people[0].id, by: people[1]) }
        #expect(
            slices.map { $0.events.map(\.kind) }
                == [[.pokeChanged, .matchMade, .personChanged], [.pokeClosed, .matchMade]])
        let seen = try slices[0].events[2].data(ChangedPerson.self)
        #expect(seen.person.profile.bio == "Only for matches" && seen.version == 3)
        let match = try slices[0].events[1].data(Match.self)
        let ended = try await server.slices(of: people) { _ = try await server.disconnect(match.id, by: people[0]) }
        #expect(ended.map { $0.events.map(\.kind) } == [[.matchEnded, .personChanged], [.matchEnded]])
        #expect(try ended[0].events[1].data(ChangedPerson.self).person.profile.bio.isEmpty)
    }

    @Test(arguments: ["decline", "ignore", "clear"])
    func `a refused or cleared poke is closed only for its recipient`(_ action: String) async throws {
        let people = try await server.members("maya", "liam")
        let poke = try await server.sentPoke(from: people[0], to: people[1])
        func putAway() async throws {
            if action == "clear" {
                let clear = ClearPokesRequest.from(people[0].id)
                _ = try await server.post("/pokes/clear", clear, token: people[1].token)
            } else {
                _ = try await server.act(action, poke.id, by: people[1])
            }
        }
        let slices = try await server.slices(of: people) { try await putAway() }
        #expect(slices.map { $0.events.map(\.kind) } == [[], [.pokeClosed]])
        #expect(slices[1].events[0].touches == [.incomingPokes, .discover])
        #expect(try await server.appended(to: people) { try await putAway() } == [[], []])
        // The poke is still open. Accepting it does not close it again.
        let accepted = try await server.appended(to: people) { _ = try await server.poke(people[0].id, by: people[1]) }
        #expect(accepted == [[.pokeChanged, .matchMade], [.matchMade]])
    }

    @Test func `a block hides two people from each other, and the last unblock shows them again`()
        async throws
    {
        let people = try await server.members("maya", "liam", "ana")
        try await server.matched(people[0], people[1])
        let slices = try await server.slices(of: people) { _ = try await server.block(people[1].id, by: people[0]) }
        #expect(slices.map { $0.events.map(\.kind) } == [[.personHidden, .blockAdded], [.personHidden], []])
        #expect(slices.prefix(2).map(\.events[0].subject) == [people[1].id, people[0].id])
        #expect(slices[0].events[0].touches == slices[1].events[0].touches)
        #expect(try await [slices[0].events[1].data(BlockedPerson.self)] == server.blocked(people[0]).list.elements)

        #expect(
            try await server.appended(to: people) { _ = try await server.block(people[1].id, by: people[0]) }
                == [[], [], []])
        // A block in the other direction appends nothing to the first person's log.
        #expect(
            try await server.appended(to: people) { _ = try await server.block(people[0].id, by: people[1]) }
                == [[], [.blockAdded], []])
        #expect(
            try await server.appended(to: people) { _ = try await server.unblock(people[1].id, by: people[0]) }
                == [[.blockRemoved], [], []])
        #expect(
            try await server.appended(to: people) { _ = try await server.unblock(people[0].id, by: people[1]) }
                == [[.personShown], [.blockRemoved, .personShown], []])
        #expect(
            try await server.appended(to: people) { _ = try await server.unblock(people[0].id, by: people[1]) }
                == [[], [], []])
    }

    @Test func `the day's pairing appends matches, and the state of the day for people without a match`() async throws {
        var people = try await server.members("maya", "liam")
        let slices = try await server.slices(of: people) { _ = try await server.today(people[0]) }
        for (person, slice) in zip(people, slices) {
            #expect(slice.events.map(\.kind) == [.matchMade, .todayMatched])
            let data = try slice.events[1].data(MatchOfToday.self)
            let today = try await server.today(person)
            #expect(data.date == today.date && data.endsAt == today.endsAt && [data.match] == today.matches.elements)
        }
        #expect(try await server.appended(to: people) { _ = try await server.today(people[1]) } == [[], []])
        _ = try await server.block(people[1].id, by: people[0])
        try await server.advanceTime(days: 1, &people)
        let alone = try await server.slices(of: people) { _ = try await server.today(people[0]) }
        for (person, slice) in zip(people, alone) {
            #expect(slice.events.map(\.kind) == [.todayChanged])
            let update = try slice.events[0].data(TodayStatusUpdate.self)
            #expect(try await update == TodayStatusUpdate(server.today(person)))
        }
    }

    @Test func `a pause and its end each append one event to the person's own log`() async throws {
        let people = try await server.members("maya", "liam")
        for (method, isPaused) in [(HTTPMethod.put, true), (.delete, false)] {
            let slices = try await server.slices(of: people) {
                for _ in 1...2 { _ = try await server.send(method, "/matches/pause", token: people[0].token) }
            }
            #expect(slices.map { $0.events.map(\.kind) } == [[.todayChanged], []])
            #expect(try slices[0].events[0].data(TodayStatusUpdate.self).isPaused == isPaused)
        }
    }

    @Test func `dealbreakers and less-like feedback append events only to the person's own log`() async throws {
        let people = try await server.members("maya", "liam")
        let set = try await server.slices(of: people) {
            _ = try await server.set(Dealbreakers(ages: 18...30), by: people[0])
        }
        #expect(set.map { $0.events.map(\.kind) } == [[.dealbreakersChanged], []])
        let saved = try set[0].events[0].data(SavedDealbreakers.self)
        let read = try await server.send(.get, "/discover/dealbreakers", token: people[0].token)
        #expect(saved.version == read.headers[.etag].map { EntityTag(rawValue: $0) })
        #expect(try saved.dealbreakers == read.payload(Keyed<Dealbreakers>.self).value)
        let same = try await server.appended(to: people) {
            _ = try await server.set(Dealbreakers(ages: 18...30), by: people[0])
        }
        #expect(same == [[], []])

        let less = "/discover/less-like/\(people[1].id)"
        let added = try await server.slices(of: people) {
            _ = try await server.send(.put, less, token: people[0].token)
        }
        #expect(added.map { $0.events.map(\.kind) } == [[.lessLikeAdded], []])
        let list = try await server.send(.get, "/discover/less-like", token: people[0].token)
            .payload(Page<Person>.self).list.elements
        #expect(try [added[0].events[0].data(Keyed<Person>.self).value] == list)
        let removed = try await server.appended(to: people) {
            for _ in 1...2 { _ = try await server.send(.delete, less, token: people[0].token) }
        }
        #expect(removed == [[.lessLikeRemoved], []])
    }

    @Test func `a saved profile appends events to the logs of its owner and related people`() async throws {
        let people = try await server.members("maya", "liam", "ana", "cem", "zoe")
        try await server.matched(people[0], people[1])
        _ = try await server.sentPoke(from: people[0], to: people[2])
        let declined = try await server.sentPoke(from: people[3], to: people[0])
        _ = try await server.act("decline", declined.id, by: people[0])
        var profile = Profile.valid("Maya")
        profile.bio = "New here"
        let slices = try await server.slices(of: people) { try await server.save(profile, token: people[0].token) }
        #expect(
            slices.map { $0.events.map(\.kind) }
                == [[.profileChanged], [.personChanged], [.personChanged], [.personChanged], []])
        let me = try await server.me(people[0].token)
        let saved = try slices[0].events[0].data(SavedProfile.self)
        #expect(try saved.data == me.payload(ProfileData.self))
        #expect(saved.version.rawValue == me.headers[.etag])
        for (person, slice) in zip(people, slices).dropFirst().dropLast() {
            let changed = try slice.events[0].data(ChangedPerson.self)
            let seen = try await server.person(people[0].id, as: person).payload(Keyed<Person>.self).value
            #expect(changed == ChangedPerson(person: seen, version: 3))
            #expect(slice.events[0].subject == people[0].id)
        }
        // A field that only the owner sees appends an event only to the owner's log.
        profile.visibility = ProfileVisibility([.personality: .nobody])
        let hidden = try await server.appended(to: people) { try await server.save(profile, token: people[0].token) }
        #expect(hidden == [[.profileChanged], [], [], [], []])
    }

    @Test func `people who see different members of a changed person each get their own view`() async throws {
        let people = try await server.members("maya", "liam", "ana", "cem", "zoe")
        for match in [1, 3] { try await server.matched(people[0], people[match]) }
        for sender in [2, 4] { _ = try await server.sentPoke(from: people[sender], to: people[0]) }
        var profile = Profile.valid("Maya")
        profile.bio = "New here"
        profile.visibility = ProfileVisibility([.bio: .matches])
        try await server.save(profile, token: people[0].token)
        profile.name = "Maya Okafor"
        let slices = try await server.slices(of: people) { try await server.save(profile, token: people[0].token) }
        var bios: [String] = []
        for (person, slice) in zip(people, slices).dropFirst() {
            let changed = try #require(slice.events.first).data(ChangedPerson.self)
            let seen = try await server.person(people[0].id, as: person).payload(Keyed<Person>.self).value
            #expect(changed.person == seen && seen.profile.name == "Maya Okafor")
            bios.append(changed.person.profile.bio)
        }
        #expect(bios == ["New here", "", "New here", ""])
    }

    @Test func `refused requests, reads and reports of people shown append no events`() async throws {
        let people = try await server.members("maya", "liam")
        let poke = try await server.sentPoke(from: people[0], to: people[1])
        _ = try await server.today(people[0])
        let appended = try await server.appended(to: people) {
            _ = try await server.poke(people[1].id, by: people[0])
            _ = try await server.act("accept", poke.id, by: people[0])
            _ = try await server.put(.valid(), token: people[0].token, ifMatch: "\"stale\"")
            for path in ["/users/me", "/discover/users", "/matches", "/matches/today", "/blocks", "/pokes/incoming"] {
                let response = try await server.send(.get, path, token: people[0].token)
                let head = try await server.head(people[0])
                #expect(try response.receipt().at == head)
            }
            let seen = SeenRequest(userIDs: [people[1].id])
            _ = try await server.post("/discover/seen", seen, token: people[0].token)
        }
        #expect(appended == [[], []])
    }
}
