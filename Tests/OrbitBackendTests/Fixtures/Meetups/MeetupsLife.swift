import Meetups
import Networking
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The meetups of the person of a full life.
extension FullLife {
    func consent() async throws { try await server.agree(person, toHosts: true) }

    mutating func hostFirst() async throws {
        let over = try await host(inHours: 24, for: match)
        try await advanceTime(hours: 30)
        hosted = [try await host(inHours: 24, for: match), over]
    }

    mutating func hostOthers() async throws {
        try await advanceTime(hours: 25)
        let toCome = try await host(inHours: 24, for: match)
        let unknown = try await host(inHours: 48)
        hosted = [toCome] + hosted + [unknown]
    }

    /// - Parameter guest: The guest who joins. The person then writes a post.
    private func host(inHours hours: Double, for guest: Member? = nil) async throws -> MeetupID {
        let meetup = try await server.host("Chess", inHours: hours, lasting: 3, by: person) {
            $0.description = "With \(Self.canary)"
            $0.place = PlaceEntry(name: "\(Self.canary)'s home", room: "\(Self.canary)")
        }.meetup.id
        guard let guest else { return meetup }
        try await server.joined(meetup, by: guest)
        _ = try await server.post(
            "/meetups/\(meetup)/posts", PostRequest(text: "Bring \(Self.canary)"), token: person.token)
        return meetup
    }

    mutating func attend() async throws {
        let (host, another) = (match, stranger)
        attended = [
            try await server.host("Tennis", by: host).meetup.id,
            try await server.host("Full", by: host) { $0.capacity = 2 }.meetup.id,
            try await server.host("Asks", by: host) { $0.approval = .host }.meetup.id,
            try await server.host("Invites", by: host).meetup.id,
        ]
        try await server.joined(attended[0], by: person)
        try await server.joined(attended[0], by: another)
        try await server.joined(attended[1], by: another)
        #expect(try await server.joined(attended[1], by: person) == .waiting)
        _ = try await server.join(attended[2], by: person, message: "It is \(Self.canary)")
        _ = try await server.invite([person.id], to: attended[3], by: host)
    }

    func write() async throws {
        let post = try await server.post(
            "/meetups/\(attended[0])/posts", PostRequest(text: "Hello"), token: match.token
        ).payload(FeedItem.self).post
        _ = try await server.post(
            "/meetups/posts/\(post.id)/comments", PostRequest(text: "A \(Self.canary) comment"), token: person.token)
        _ = try await server.send(.put, "/meetups/posts/\(post.id)/like", token: person.token)
    }
}
