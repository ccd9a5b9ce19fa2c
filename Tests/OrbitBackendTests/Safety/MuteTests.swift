import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Safety
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct MuteTests {
    private let server = TestServer()

    @Test func `a mute is listed with its end and surfaces, and can be replaced and ended`() async throws {
        let people = try await server.members("maya", "liam")
        let until = server.after(hours: 8)
        let request = MuteRequest(until: until, surfaces: [.pokes])
        let set = try await server.mute(people[1].id, by: people[0], request).payload(Keyed<MutedPerson>.self).value
        #expect(set.until == until && set.surfaces == [.pokes] && set.name == "Liam")
        #expect(try await server.muted(people[0]) == [set])
        let all = try await server.mute(people[1].id, by: people[0]).payload(Keyed<MutedPerson>.self).value
        #expect(all.until == nil && all.surfaces == MuteSurface.known)
        #expect(try await server.muted(people[0]) == [all])
        for _ in 0..<2 { #expect(try await server.unmute(people[1].id, by: people[0]).status == 200) }
        #expect(try await server.muted(people[0]).isEmpty)
        #expect(try await server.muted(people[1]).isEmpty)
    }

    @Test func `an expired mute is not listed and is deleted`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        _ = try await server.mute(people[1].id, by: people[0], MuteRequest(until: server.after(hours: 1)))
        _ = try await server.mute(people[2].id, by: people[0])
        // An expired mute is not listed, even before it is deleted.
        _ = try await server.mute(
            people[2].id, by: people[1], MuteRequest(until: server.clock.date.addingTimeInterval(300)))
        server.clock.advance(by: .seconds(300))
        #expect(try await server.muted(people[1]).isEmpty)
        try await server.advanceTime(hours: 1, &people)
        #expect(try await server.muted(people[0]).map(\.userID) == [people[2].id])
        _ = try await server.poke(people[2].id, by: people[1])
        let key = MuteRecord.key(people[0].id, people[1].id)
        #expect(try await server.store.read { try $0.get(MuteRecord.self, key) } == nil)
    }

    @Test func `expired mutes do not count toward the limit before they are deleted`() async throws {
        let people = try await server.members("maya", "liam")
        let now = server.clock.date
        try await server.store.transaction { [owner = people[0].id] transaction in
            for number in 0..<MuteLimits.people {
                let mute = MutedPerson(
                    userID: UserID("over-\(number)"), name: nil, mutedAt: now.addingTimeInterval(-60), until: now,
                    surfaces: MuteSurface.known)
                try transaction.put(MuteRecord(owner: owner, mute: mute))
            }
        }
        let response = try await server.deferringWork { try await server.mute(people[1].id, by: people[0]) }
        #expect(response.status == 200)
    }

    @Test func `the owners of the latest 500 mutes of a person are found`() async throws {
        let now = server.clock.date
        try await server.store.transaction { transaction in
            for number in 0...500 {
                let mute = MutedPerson(userID: "liam", mutedAt: now.addingTimeInterval(Double(number)))
                try transaction.put(MuteRecord(owner: UserID("owner\(number)"), mute: mute))
            }
        }
        let owners = try await server.store.read { try MuteRecord.owners(of: "liam", in: $0) }
        #expect(owners == (1...500).reversed().map { UserID("owner\($0)") })
    }

    @Test func `the events of a mute contain the mute and are appended only to the owner's log`() async throws {
        let people = try await server.members("maya", "liam")
        let slices = try await server.slices(of: people) {
            _ = try await server.mute(people[1].id, by: people[0], key: "k1")
        }
        #expect(slices.map { $0.events.map(\.kind) } == [[.muteSet], []])
        let event = try #require(slices[0].events.first)
        #expect(event.action == "k1" && event.subject == people[1].id && event.touches == [.mutes])
        #expect(try await [event.data(Keyed<MutedPerson>.self).value] == server.muted(people[0]))
        let ended = try await server.slices(of: people) { _ = try await server.unmute(people[1].id, by: people[0]) }
        #expect(ended.map { $0.events.map(\.kind) } == [[.muteEnded], []])
        #expect(
            try await server.appended(to: people) { _ = try await server.unmute(people[1].id, by: people[0]) } == [
                [], [],
            ])
    }

    /// Compares two servers with the same requests. On only one of them, Maya has muted Liam.
    @Test func `a mute changes no byte of the muted person's responses`() async throws {
        func life(isMuted: Bool) async throws -> [Data] {
            let server = TestServer.onCampus(seed: 7)
            let people = try await server.members("maya", "liam", "ana")
            let (maya, liam, ana) = (people[0], people[1], people[2])
            let meetup = try await server.host(by: maya) { $0.approval = .host }.id
            // Mutes another person instead, so that both servers draw the same random numbers.
            _ = try await server.mute(isMuted ? liam.id : ana.id, by: maya)
            var bytes: [Data] = []
            func note(_ response: HTTPResponse) { bytes.append(response.body) }
            note(try await server.poke(maya.id, by: liam))
            note(try await server.join(meetup, by: liam, message: "Hello"))
            let own = try await server.host("Tea", by: liam).id
            note(try await server.invite([maya.id], to: own, by: liam))
            for path in [
                "/pokes/outgoing", "/pokes/incoming", "/matches", "/matches/today", "/meetups/mine", "/meetups",
                "/discover/users", "/users/\(maya.id)", "/users/me", "/meetups/\(own)", "/meetups/\(own)/invitations",
                "/meetups/\(meetup)", "/mutes", "/blocks", "/meetups/suggested",
            ] {
                note(try await server.send(.get, path, token: liam.token))
            }
            let request = try #require(try await server.requests(maya).first)
            _ = try await server.decide("approve", request.id, by: maya)
            _ = try await server.poke(liam.id, by: maya)
            _ = try await server.unmute(isMuted ? liam.id : ana.id, by: maya)
            note(try await server.send(.get, "/matches", token: liam.token))
            note(try await server.send(.get, "/meetups/\(meetup)/attendees", token: liam.token))
            note(try await server.send(.get, "/events", token: liam.token))
            let head = try await server.head(liam)
            note(try await server.send(.get, "/events?after=\(head.epoch):0", token: liam.token))
            return bytes
        }
        let (with, without) = (try await life(isMuted: true), try await life(isMuted: false))
        #expect(with.count == without.count)
        for (one, other) in zip(with, without) { #expect(one == other) }
    }

    @Test func `a mute of a person who cannot be muted gets the response for an unknown person`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        _ = try await server.block(people[0].id, by: people[1])
        let never = try await server.mute("nobody", by: people[0])
        #expect(never.status == 404)
        for id in [people[1].id, people[0].id] {
            let response = try await server.mute(id, by: people[0])
            #expect(response.status == 404 && response.body == never.body)
        }
        // No person can have these ids, so the router refuses the address.
        for id in ["%00", UserID(String(repeating: "a", count: 2_000))] {
            #expect(try await server.mute(id, by: people[0]).status == 404)
        }
        let unmuted = try await server.unmute("nobody", by: people[0])
        #expect(try await server.unmute(people[1].id, by: people[0]).data == unmuted.data)
    }

    @Test func `a block hides a mute, and the end of the block restores the mute`() async throws {
        let people = try await server.members("maya", "liam")
        _ = try await server.mute(people[1].id, by: people[0], key: "k")
        _ = try await server.block(people[0].id, by: people[1])
        #expect(try await server.muted(people[0]).isEmpty)
        #expect(try await server.mute(people[1].id, by: people[0], key: "k").status == 404)
        _ = try await server.unblock(people[0].id, by: people[1])
        #expect(try await server.muted(people[0]).map(\.userID) == [people[1].id])
    }

    @Test func `an invalid mute is refused with its field`() async throws {
        let people = try await server.members("maya", "liam")
        for (request, path) in [
            (MuteRequest(until: server.clock.date), "until"),
            (MuteRequest(until: server.after(hours: -1)), "until"),
            (MuteRequest(until: server.after(hours: 367 * 24)), "until"),
            (MuteRequest(surfaces: []), "surfaces"),
            (MuteRequest(surfaces: [.pokes, MuteSurface(rawValue: "dreams")]), "surfaces[1]"),
            (MuteRequest(surfaces: Array(repeating: .pokes, count: MuteLimits.maxSurfaces + 1)), "surfaces"),
            (MuteRequest(surfaces: Array(repeating: MuteSurface(rawValue: "dreams"), count: 1_000)), "surfaces"),
        ] {
            let response = try await server.mute(people[1].id, by: people[0], request)
            #expect(response.code == .invalidInput && response.problem?.fields.map(\.path) == [path])
        }
        #expect(try await server.muted(people[0]).isEmpty)
    }

    @Test func `the number of mutes and the rate of muting are limited`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let owner = people[0].id
        try await server.store.transaction { transaction in
            for number in 0..<MuteLimits.people {
                try transaction.put(
                    MuteRecord(
                        owner: owner, mute: MutedPerson(userID: UserID("x\(number)"), mutedAt: .distantPast)))
            }
        }
        let full = try await server.mute(people[1].id, by: people[0])
        #expect(full.code == .limitReached && full.problem?.details["max"] == .integer(MuteLimits.people))
        for _ in 0..<120 { _ = try await server.mute(people[2].id, by: people[1]) }
        #expect(try await server.mute(people[2].id, by: people[1]).code == .rateLimited)
        #expect(try await server.unmute(people[2].id, by: people[1]).status == 200)
    }
}
