import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// Suggestions of meetups to people.
@Suite struct MeetupSuggestionTests {
    private let server = TestServer.onCampus()

    private func titles(_ member: Member) async throws -> [String] {
        try await server.suggested(member).suggestions.elements.map(\.listing.meetup.plan.title)
    }

    private func music(_ entry: inout MeetupEntry) { entry.interestTags = [Interest("music")] }

    @Test func `no meetup is suggested without consent or after consent is withdrawn`() async throws {
        let people = try await server.members("maya", "liam")
        try await server.host(by: people[0], music)
        #expect(try await server.suggested(people[1]) == SuggestedMeetups(isWanted: false))
        try await server.agree(people[1], toHosts: true)
        #expect(try await server.suggested(people[1]) == SuggestedMeetups(isWanted: false))
        try await server.agree(people[1], toMe: true)
        #expect(try await titles(people[1]) == ["Chess"])
        try await server.agree(people[1])
        #expect(try await server.suggested(people[1]) == SuggestedMeetups(isWanted: false))
    }

    @Test func `suggested meetups have reasons and are ordered by the weight of the reasons`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let (maya, liam, ana) = (people[0], people[1], people[2])
        try await server.matched(ana, liam)
        try await server.agree(liam, toMe: true)
        try await server.change(liam) {
            $0.sports = [SportEntry(sport: .tennis, level: .beginner)]
            $0.location?.coordinates = Coordinates(latitude: 37.4301, longitude: -122.1702)
            // The clock of the test is at eight in the morning.
            $0.availability = TestServer.hours(8..<10)
        }
        try await server.host("Music", inHours: 30, by: maya, music)
        try await server.host("Tennis", inHours: 50, by: ana) {
            $0.sport = .tennis
            $0.sportLevel = .beginner
            $0.place.coordinates?.latitude += 0.03
        }
        try await server.host("Too good", inHours: 40, by: maya) {
            $0.sport = .tennis
            $0.sportLevel = .advanced
        }
        try await server.host("Free", inHours: 48, lasting: 2, by: maya) { $0.interestTags = [Interest("travel")] }
        let found = try await server.suggested(liam).suggestions.elements
        #expect(found.map(\.listing.meetup.plan.title) == ["Tennis", "Free", "Music"])
        #expect(
            found.map { $0.reasons.map(\.code.rawValue) } == [
                ["match", "sport_level"], ["shared_interest", "free_then", "same_area"],
                ["shared_interest", "same_area"],
            ])
        #expect(found[1].reasons.first?.interest == Interest("travel"))
        #expect(found[0].listing == (try await server.browse(liam)).list.elements.first { $0.id == found[0].id })
    }

    @Test func `only meetups that are open to the person at a free time are suggested`() async throws {
        var people = try await server.members("maya", "liam", "ana", "noor")
        let viewer = people[3]
        try await server.agree(viewer, toMe: true)
        func host(_ title: String, _ hours: Double, _ member: Member, _ change: (inout MeetupEntry) -> Void = { _ in })
            async throws -> MeetupID
        {
            try await server.host(title, inHours: hours, by: member) {
                music(&$0)
                change(&$0)
            }.id
        }
        _ = try await host("open", 20, people[0])
        let full = try await host("full", 30, people[0]) { $0.capacity = 2 }
        try await server.joined(full, by: people[1])
        let mine = try await host("mine", 40, people[1])
        try await server.joined(mine, by: viewer)
        _ = try await host("overlaps", 41, people[2])
        _ = try await host("closed", 50, people[2]) { $0.joinBy = server.after(hours: 1) }
        let left = try await host("asked", 60, people[1]) { $0.approval = .host }
        try await server.joined(left, by: viewer)
        let turnedDown = try await host("left", 70, people[1])
        try await server.joined(turnedDown, by: viewer)
        _ = try await server.attend("leave", turnedDown, by: viewer)
        try await server.advanceTime(hours: 1, &people)
        #expect(try await titles(people[3]) == ["open"])
    }

    @Test func `only meetups that begin within 28 days are suggested`() async throws {
        let people = try await server.members("maya", "liam")
        try await server.agree(people[1], toMe: true)
        try await server.host("Soon", inHours: 28 * 24 - 0.5, by: people[0], music)
        try await server.host("Later", inHours: 28 * 24 + 0.5, by: people[0], music)
        #expect(try await titles(people[1]) == ["Soon"])
    }

    @Test func `no meetup of a host whom the person does not want to meet again is suggested`() async throws {
        let people = try await server.members("maya", "liam")
        try await server.agree(people[1], toMe: true)
        try await server.host(by: people[0], music)
        #expect(try await titles(people[1]) == ["Chess"])
        let (host, person) = (people[0].id, people[1].id)
        try await server.backend.context.commit(at: server.clock.date) { transaction in
            try AvoidanceRecord.note(
                false, by: person, of: host, at: "meetup", campus: "stanford.edu", in: transaction)
        }
        #expect(try await titles(people[1]) == [])
    }

    @Test(arguments: [199, 200])
    func `a meetup is suggested only if it is among the best 200`(_ left: Int) async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam", "ana", "noor")
        let (person, now) = (people[3].id, server.clock.date)
        // All meetups begin within 17 days and fit equally well.
        try await store.addMeetups(201, hosts: people.prefix(3).map(\.id), now: now) { plan in
            let start = now.addingTimeInterval(plan.span.start.timeIntervalSince(now) / 20)
            if let span = TimeSpan(start: start, end: start.addingTimeInterval(600)) { plan.span = span }
        }
        // The person has left the first meetups.
        try await store.transaction { transaction in
            for number in 0..<left {
                let id = MeetupID(String(format: "%032x", number * 7_919))
                var meetup = try #require(try MeetupRecord.of(id, in: transaction))
                var guest = GuestRecord(person, at: &meetup, since: now)
                guest.move(to: .cancelled, at: &meetup, now: now)
                try transaction.put(meetup)
                try transaction.put(guest)
            }
        }
        try await server.agree(people[3], toMe: true)
        let found = try await server.suggested(people[3]).suggestions.elements
        #expect(found.map(\.listing.meetup.plan.title) == (left < 200 ? ["Meetup 199"] : []))
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func `every suggested meetup is in the person's list after random actions`(seed: UInt64) async throws {
        let people = try await server.members("maya", "liam", "ana", "noor")
        try await server.matched(people[0], people[1])
        var random = SplitMix64(seed: seed)
        for number in 0..<16 {
            let host = people[number % 3]
            let id = try await server.host(inHours: Double.random(in: 1...200, using: &random), by: host) {
                music(&$0)
                $0.visibility = [.campus, .matches, .invited, .link].randomElement(using: &random) ?? .campus
            }.id
            if number % 5 == 0 { _ = try await server.join(id, by: people[(number + 1) % 4]) }
            if number % 7 == 0 { _ = try await server.cancel(id, by: host) }
        }
        for person in people { try await server.agree(person, toMe: true) }
        _ = try await server.block(people[2].id, by: people[3])
        _ = try await server.block(people[0].id, by: people[2])
        for person in people {
            let listed = try await server.browse(person, query: "?limit=100").list.elements
            let found = try await server.suggested(person).suggestions.elements
            #expect(found.allSatisfy { listed.contains($0.listing) && !$0.reasons.isEmpty })
            #expect(Dictionary(grouping: found, by: \.listing.host.id).values.allSatisfy { $0.count <= 2 })
            #expect(found.allSatisfy { $0.listing.host.id != person.id })
        }
        #expect(try await server.suggested(people[1]).suggestions.elements.isEmpty == false)
    }

    @Test func `suggestions take at most 30 store calls for 1,200 meetups`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam", "ana", "noor")
        try await store.addMeetups(1_200, hosts: people.prefix(3).map(\.id), now: server.clock.date)
        try await server.agree(people[3], toMe: true)
        store.reset()
        let found = try await server.suggested(people[3]).suggestions.elements
        #expect(store.reads <= 30, "\(store.reads)")
        #expect(found.count == 6)  // two of each host
    }

    @Test func `only a change of consent adds an event to the person's log`() async throws {
        let people = try await server.members("maya")
        let before = try await server.kinds(in: people[0].id).count
        let body = try await server.agree(people[0], toMe: true).payload(Keyed<SuggestionConsent>.self).value
        #expect(body == SuggestionConsent(toMe: true))
        try await server.agree(people[0], toMe: true)
        #expect(try await server.kinds(in: people[0].id).dropFirst(before) == [.suggestionConsentChanged])
        let read = try await server.send(.get, "/meetups/suggested/consent", token: people[0].token)
        #expect(try read.payload(Keyed<SuggestionConsent>.self).value == body)
        for json in ["{}", #"{"consent":{"to_me":true}}"#, #"{"consent":{"to_me":1,"to_hosts":true}}"#] {
            let response = try await server.send(
                .put, "/meetups/suggested/consent", token: people[0].token,
                headers: [("Content-Type", "application/json")], body: Data(json.utf8))
            #expect(response.status == 400 || response.status == 422, "\(json)")
        }
        #expect(try await server.kinds(in: people[0].id).count == before + 1)
    }
}

/// Suggestions of people to hosts of meetups.
@Suite struct PeopleSuggestionTests {
    private let server = TestServer.onCampus()

    private func music(_ entry: inout MeetupEntry) { entry.interestTags = [Interest("music")] }

    private func ids(_ meetup: MeetupID, _ host: Member) async throws -> Set<UserID> {
        Set(try await server.suggestedPeople(meetup, host).map(\.id))
    }

    @Test func `only people who consent to suggestions for hosts are suggested, until they withdraw`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let meetup = try await server.host(by: people[0], music).id
        try await server.agree(people[1], toMe: true)
        #expect(try await ids(meetup, people[0]) == [])
        // A match without this consent is not suggested either.
        try await server.matched(people[0], people[2])
        try await server.agree(people[2], toMe: true)
        #expect(try await ids(meetup, people[0]) == [])
        try await server.agree(people[1], toHosts: true)
        let found = try await server.suggestedPeople(meetup, people[0])
        #expect(found.map(\.id) == [people[1].id])
        #expect(found.first?.reasons == [MeetupReason(.sharedInterest, interest: Interest("music"))])
        #expect(
            found.first?.person
                == (try await server.person(people[1].id, as: people[0]).payload(Keyed<Person>.self).value))
        try await server.agree(people[1])
        #expect(try await ids(meetup, people[0]) == [])
    }

    @Test func `only the host gets suggested people, and only before the start`() async throws {
        var people = try await server.members("maya", "liam")
        let meetup = try await server.host(by: people[0], music).id
        let hidden = try await server.host(by: people[0]) { $0.visibility = .invited }.id
        func get(_ id: String, _ member: Member) async throws -> HTTPResponse {
            try await server.send(.get, "/meetups/\(id)/suggested-people", token: member.token)
        }
        #expect(try await get(meetup.rawValue, people[1]).code == .forbidden)
        #expect(try await get(hidden.rawValue, people[1]).body == get("none", people[1]).body)
        #expect(try await get("none", people[1]).code == .notFound)
        try await server.advanceTime(hours: 48, &people)
        #expect(try await get(meetup.rawValue, people[0]).code == .meetupOver)
    }

    @Test func `people with a block or a connection to the meetup are not suggested`() async throws {
        let people = try await server.members("maya", "liam", "ana", "noor", "ben", "cem", "dora")
        let host = people[0]
        let meetup = try await server.host(by: host) {
            music(&$0)
            $0.approval = .host
        }.id
        for person in people.dropFirst() { try await server.agree(person, toHosts: true) }
        let grant = try await server.join("lu@uba.edu.ar", profile: .valid("Lu"))
        try await server.agree(Member(address: "", id: grant.userID, token: grant.accessToken), toHosts: true)
        #expect(try await ids(meetup, host) == Set(people.dropFirst().map(\.id)))
        _ = try await server.block(people[1].id, by: host)
        _ = try await server.block(host.id, by: people[2])
        try await server.joined(meetup, by: people[3])
        _ = try await server.invite([people[4].id], to: meetup, by: host)
        try await server.joined(meetup, by: people[5])
        _ = try await server.attend("leave", meetup, by: people[5])
        #expect(try await ids(meetup, host) == [people[6].id])
        _ = try await server.unblock(people[1].id, by: host)
        #expect(try await ids(meetup, host) == [people[1].id, people[6].id])
    }

    /// Compares servers that differ only in details that people hide from the host.
    @Test func `hidden hours, homes and sports change no byte of the suggestions to a host`() async throws {
        let hidden: [(inout Profile) -> Void] = [
            { _ in },
            { $0.availability = TestServer.hours(0..<24) },
            { $0.availability = TestServer.hours(6..<7) },
            { $0.location?.coordinates = Coordinates(latitude: 37.4301, longitude: -122.1702) },
            { $0.location?.coordinates = Coordinates(latitude: 37.6, longitude: -122.1702) },
            { $0.sports = [SportEntry(sport: .tennis, level: .beginner)] },
        ]
        var worlds: [[Data]] = []
        for change in hidden {
            let server = TestServer.onCampus()
            let people = try await server.members("maya", "liam", "ana")
            for person in people.dropFirst() { try await server.agree(person, toHosts: true) }
            try await server.change(people[1]) {
                $0.visibility = ProfileVisibility([
                    .availability: .nobody, .coordinates: .matches, .sports: .matches,
                ])
                change(&$0)
            }
            var bytes: [Data] = []
            for hour in 0..<8 {
                let id = try await server.host(inHours: 24 + 3 * Double(hour), by: people[0]) {
                    music(&$0)
                    $0.sport = .tennis
                    if hour == 0 { $0.interestTags = [] }
                }.id
                let response = try await server.send(.get, "/meetups/\(id)/suggested-people", token: people[0].token)
                bytes.append(response.body + Data((response.field("etag") ?? "").utf8))
            }
            worlds.append(bytes)
        }
        #expect(Set(worlds).count == 1)
    }

    @Test func `details shown only to matches are reasons only for hosts who are matches`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        try await server.agree(people[1], toHosts: true)
        try await server.change(people[1]) {
            $0.availability = TestServer.hours(0..<24)
            $0.visibility = ProfileVisibility([.availability: .matches, .interests: .matches])
        }
        let mine = try await server.host(by: people[0], music).id
        let other = try await server.host(by: people[2], music).id
        #expect(try await server.suggestedPeople(mine, people[0]).isEmpty)
        try await server.matched(people[0], people[1])
        #expect(
            try await server.suggestedPeople(mine, people[0]).map { $0.reasons.map(\.code) }
                == [[.match, .sharedInterest, .freeThen]])
        #expect(try await server.suggestedPeople(other, people[2]).isEmpty)
    }

    @Test func `suggested people take at most 30 store calls and stay limited with 300 consents`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let host = try await server.members("maya")[0]
        let crowd = try await server.crowd(300)
        try await store.transaction { transaction in
            for person in crowd {
                try transaction.put(
                    ConsentRecord(
                        userID: person.id, campus: "stanford.edu", consent: SuggestionConsent(toHosts: true)))
            }
        }
        let meetup = try await server.host(by: host) { $0.interestTags = [Interest("music"), Interest("travel")] }.id
        store.reset()
        let found = try await server.suggestedPeople(meetup, host)
        #expect(store.reads <= 30, "\(store.reads)")
        #expect(found.count == MeetupLimits.suggestions)
        #expect(try await server.suggestedPeople(meetup, host) == found)
        let consenting = try await store.read { reader in
            let record = try #require(try MeetupRecord.of(meetup, in: reader))
            return try ConsentRecord.some(for: record, limit: 200, in: reader)
        }
        #expect(Set(consenting).count == 200)
    }
}
