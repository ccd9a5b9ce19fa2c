import Hummingbird
import HummingbirdTesting
import NetworkingTesting
import Testing

@testable import CampusServer

/// `GET /events` over TCP.
@Suite struct EventsOverTCPTests {
    /// Calls a test with a campus, the port of its server, and a stream of the first person after its first frame.
    private func run(
        _ test: @escaping @Sendable (StreamCampus, Int, inout EventReader) async throws -> Void
    ) async throws {
        let campus = try await StreamCampus()
        try await campus.server.application.test(.live) { client in
            let port = try #require(client.port)
            try await EventReader.open(port: port, token: campus.people[0].token) { reader in
                let first = try await reader.nextData()
                #expect(first.id != nil)
                try await test(campus, port, &reader)
            }
        }
    }

    @Test func `a stream delivers an event of another person's action`() async throws {
        try await run { campus, _, reader in
            try await campus.poke(campus.people[0], by: campus.people[1])
            let frame = try await reader.nextData()
            #expect(frame.text.contains("poke.received"))
        }
    }

    @Test func `a stream without events gets a heartbeat after twenty seconds`() async throws {
        try await run { campus, _, reader in
            await campus.clock.waitForSleepers(atLeast: 1)
            campus.clock.advance(by: .seconds(20))
            let frame = try await reader.next()
            #expect(frame?.text == ": heartbeat")
        }
    }

    @Test func `a stream resumes after the position in Last-Event-ID`() async throws {
        try await run { campus, port, reader in
            try await campus.poke(campus.people[0], by: campus.people[1])
            let first = try await reader.nextData()
            let position = try #require(first.id)
            try await campus.poke(campus.people[0], by: campus.people[2])
            try await EventReader.open(port: port, token: campus.people[0].token, after: position) { resumed in
                let frame = try await resumed.nextData()
                #expect(frame.text.contains(campus.people[2].id))
                #expect(!frame.text.contains(campus.people[1].id))
            }
        }
    }

    @Test func `a sign-out ends the streams of its session`() async throws {
        try await run { campus, _, reader in
            try await campus.post("/auth/logout", ["refresh_token": campus.people[0].refreshToken])
            let frame = try await reader.next()
            #expect(frame == nil, "\(frame?.text ?? "")")
        }
    }

    @Test func `a stream withdraws the events of a person who blocks its owner`() async throws {
        try await run { campus, port, reader in
            let (owner, other) = (campus.people[0], campus.people[1])
            try await campus.poke(owner, by: other)
            let poke = try await reader.nextData()
            #expect(poke.text.contains(other.id))
            try await campus.post("/blocks/\(owner.id)", by: other)
            let hidden = try await reader.nextData()
            #expect(hidden.text.contains("person.hidden"))
            // A stream from before the poke no longer contains it.
            let start = try #require(poke.id?.split(separator: ":").first.map { "\($0):0" })
            try await EventReader.open(port: port, token: owner.token, after: start) { resumed in
                let frame = try await resumed.nextData()
                #expect(frame.text.contains("person.hidden"))
                #expect(!frame.text.contains("poke.received"))
            }
        }
    }
}
