import Connections
import Foundation
import Meetups
import Networking
import OrbitModels
import Safety

/// Creates meetups of the costly account and of other people, and the messages of people around it.
extension HostileWorld {
    mutating func makeMeetups() async throws {
        let mine = try await plan(entry, by: owner)
        names["meetup_id"] = mine
        names["user_id"] = strangers.first?.rawValue
        names["time"] = entry.start.flatMap { RFC3339.string(from: $0) }
        names["end_time"] = entry.end.flatMap { RFC3339.string(from: $0) }
        names["due_at"] = RFC3339.string(from: tomorrow)
        try await campus.send(.post, "/meetups/\(mine)/join", JoinMeetupRequest(), by: others[0])
        let post: FeedItem = try await campus.payload(
            .post, "/meetups/\(mine)/posts", PostRequest(text: "Hello"), by: owner)
        names["post_id"] = post.id.rawValue
        try await campus.send(.post, "/meetups/\(mine)/share", by: owner)
        let checkIn: Keyed<SafetyCheckIn> = try await campus.payload(
            .post, "/check-ins",
            CheckInEntry(dueAt: tomorrow, contact: CheckInContact(name: "Liam", email: "liam@orbit.example")),
            by: owner)
        names["check_in_id"] = checkIn.value.id.rawValue
        let second = try await plan(entry, by: owner)
        subjects["/meetups/{meetup_id}/invitations"] = [mine, second]
        try await makeRequests()
        try await makeInvitations()
        var daily = entry
        daily.repeats = "FREQ=DAILY;COUNT=\(MeetupLimits.occurrences)"
        for _ in 0..<2 {
            let first = try await plan(daily, by: others[1])
            series.append(first)
        }
        for other in others {
            try await campus.send(.post, "/pokes", SendPokeRequest(toUserID: ownerID, note: .hello), by: other)
        }
    }

    /// Creates requests of other people to the costly account, and meetups that it may ask to join.
    private mutating func makeRequests() async throws {
        var asking = entry
        asking.approval = .host
        let asked = try await plan(asking, by: owner)
        for guest in others[1...HostileRequest.tries] {
            try await campus.send(.post, "/meetups/\(asked)/join", JoinMeetupRequest(), by: guest)
        }
        let requests: Page<IncomingRequest> = try await campus.payload(
            .get, "/meetups/requests?limit=100", by: owner)
        subjects["/meetups/requests/{request_id}/decline"] = requests.list.elements.map(\.id.rawValue)
        var open: [String] = []
        for _ in 0..<HostileRequest.tries { open.append(try await plan(asking, by: others[0])) }
        subjects["/meetups/{meetup_id}/join"] = open
    }

    private mutating func makeInvitations() async throws {
        var invitations: [String] = []
        for _ in 0..<HostileRequest.tries {
            let meetup = try await plan(entry, by: others[0])
            let sent: InvitedPeople = try await campus.payload(
                .post, "/meetups/\(meetup)/invitations", InvitePeopleRequest(userIDs: [ownerID]), by: others[0])
            invitations += sent.invited.elements.map(\.id.rawValue)
        }
        subjects["/meetups/invitations/{invitation_id}/reply"] = invitations
    }

    /// - Returns: The identifier of the meetup.
    func plan(_ entry: MeetupEntry, by host: BenchmarkDevice) async throws -> String {
        let listing: MeetupListing = try await campus.payload(.post, "/meetups", entry, by: host)
        return listing.id.rawValue
    }
}
