import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// Concurrent actions of many people on one meetup.
@Suite struct MeetupRaceTests {
    @Test func `1,000 concurrent joins fill ten places, and all later guests wait in order of arrival`() async throws {
        let server = TestServer.onCampus()
        let host = try await server.members("maya")[0]
        let id = try await server.host(by: host) { $0.capacity = 10 }.id
        let guests = try await server.crowd(1_000)
        let states = try await withThrowingTaskGroup(of: AttendanceState.self) { group in
            for guest in guests {
                group.addTask {
                    let url = try #require(URL(string: "https://orbit.example/api/meetups/\(id)/join"))
                    let request = HTTPRequest(
                        method: .post, url: url,
                        headers: HTTPHeaders(lenient: [
                            ("Authorization", "Bearer \(guest.token.reveal)"), ("Content-Type", "application/json"),
                            ("Idempotency-Key", guest.id.rawValue),
                        ]), body: Data("{}".utf8))
                    let response = await server.backend.respond(to: request, origin: "192.0.2.1")
                    return try response.payload(MeetupListing.self).meetup.attendance
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(states.count { $0 == .going } == 9)
        #expect(states.count { $0 == .waiting } == 991)
        let meetup = try await server.meetup(id, as: host)
        #expect((meetup.goingCount, meetup.waitingCount) == (10, 991))
        // No waiting guest arrived before an attendee, and the line has the order of arrival.
        let (going, line) = try await server.store.read { reader in
            let all = try GuestRecord.list(at: id, after: 0, limit: .max, in: reader)
            return (
                all.filter { $0.state == .going }.map(\.number),
                try GuestRecord.onWaitlist(at: id, limit: .max, in: reader).map(\.number)
            )
        }
        #expect(line.count == 991)
        #expect(line == line.sorted())
        #expect(try #require(going.max()) < #require(line.min()))
    }

    @Test(arguments: 0..<12)
    func `random concurrent actions keep the counts of places correct`(_ seed: UInt64) async throws {
        let server = TestServer.onCampus(seed: seed)
        let people = try await server.members(["maya"] + (0..<6).map { "guest\($0)" })
        let id = try await server.host(by: people[0]) {
            $0.capacity = 4
            $0.approval = seed.isMultiple(of: 2) ? .automatic : .host
        }.id
        var random = SplitMix64(seed: seed)
        for _ in 0..<4 {
            let deeds = (0..<10).map { _ in
                (Int.random(in: 1...6, using: &random), Int.random(in: 0..<5, using: &random))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (person, deed) in deeds {
                    group.addTask {
                        let guest = people[person]
                        switch deed {
                        case 0, 1: _ = try await server.join(id, by: guest, companions: person % 2)
                        case 2: _ = try await server.attend("leave", id, by: guest)
                        case 3: _ = try await server.attend("take-offer", id, by: guest)
                        default:
                            for request in try await server.requests(people[0]) {
                                _ = try await server.decide("approve", request.id, by: people[0])
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let (meetup, guests) = try await server.store.read { reader in
                (
                    try #require(try MeetupRecord.of(id, in: reader)),
                    try GuestRecord.list(at: id, after: 0, limit: .max, in: reader)
                )
            }
            #expect(meetup.taken == guests.filter { $0.state.takesPlace }.map(\.party).reduce(0, +))
            #expect(meetup.waiting == guests.count { $0.state == .waiting })
            #expect(meetup.taken <= 4)
        }
    }
}
