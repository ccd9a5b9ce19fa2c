import Meetups
import Networking
import OrbitModels

/// Pages that are as costly to read as possible. The viewer has 40 hidden people, the maximum for which visible counts
/// are exact. The viewer blocks 20 of them, and 20 block the viewer. All are guests of every meetup shown.
struct HostileFeed {
    /// The minimum number of people of a campus. It leaves enough guests beside the people who send other requests.
    static let fewestPeople = 300
    /// The number of hidden people, who are guests of each meetup. Half of them block the viewer.
    private static let hiddenGuests = 40
    /// The number of hosts of the meetups, who write the posts of the first meetup. A page of a list has as many
    /// meetups.
    private static let writers = 20
    /// The number of residents who take part. They are the last of the campus.
    static let people = writers + hiddenGuests
    /// The maximum number of posts that a person may write in a minute.
    private static let postsOfWriter = 5
    /// The interest that only these meetups have.
    private static let tag = "hiddenguests"

    let campus: LogCampus

    /// Plans the meetups, writes the feed of the first meetup, and returns the requests for its first page and for the
    /// list.
    ///
    /// - Parameters:
    ///   - viewer: The device that reads the pages.
    ///   - id: The account of `viewer`, which is not among the last 120 residents.
    func requests(by viewer: BenchmarkDevice, _ id: UserID) async throws -> [HostileRequest] {
        let first = campus.residents.count - Self.people
        var entry = MeetupEntry.inTwoDays
        entry.interestTags = [Interest(Self.tag)]
        var (writers, guests, meetups): ([BenchmarkDevice], [BenchmarkDevice], [String]) = ([], [], [])
        for number in 0..<Self.writers {
            let writer = try await campus.signIn(first + number)
            let listing: MeetupListing = try await campus.payload(.post, "/meetups", entry, by: writer)
            writers.append(writer)
            meetups.append("/meetups/\(listing.id)")
        }
        for number in 0..<Self.hiddenGuests {
            guests.append(try await campus.signIn(first + Self.writers + number))
        }
        try await write(meetups[0], writers, guests, readBy: viewer)
        for (number, guest) in guests.enumerated() {
            for meetup in meetups { try await join(meetup, by: guest) }
            if number % 2 == 0 {
                try await campus.send(.post, "/blocks/\(id)", by: guest)
            } else {
                let person = campus.residents[first + Self.writers + number].id
                try await campus.send(.post, "/blocks/\(person)", by: viewer)
            }
        }
        return [
            try request("GET /meetups/{meetup_id}/posts", "\(meetups[0])/posts?limit=100", by: viewer),
            try request("GET /meetups?tag=", "/meetups?limit=\(Self.writers)&tag=\(Self.tag)", by: viewer),
        ]
    }

    private func request(_ route: String, _ path: String, by viewer: BenchmarkDevice) throws -> HostileRequest {
        var hostile = HostileRequest(
            route: route, text: "hidden guests", request: try .toCampus(.get, path), sender: viewer)
        hostile.mustBeAccepted = true
        return hostile
    }

    /// Writes 100 posts with two comments each. The host is the first writer.
    private func write(
        _ meetup: String, _ writers: [BenchmarkDevice], _ guests: [BenchmarkDevice], readBy viewer: BenchmarkDevice
    ) async throws {
        try await join(meetup, by: viewer)
        var posts: [PostID] = []
        for (number, writer) in writers.enumerated() {
            if number > 0 { try await join(meetup, by: writer) }
            for _ in 0..<Self.postsOfWriter { posts.append(try await post("\(meetup)/posts", by: writer)) }
        }
        for (number, guest) in guests.enumerated() {
            try await join(meetup, by: guest)
            let start = number % writers.count * Self.postsOfWriter
            for post in posts.dropFirst(start).prefix(Self.postsOfWriter) {
                _ = try await self.post("/meetups/posts/\(post)/comments", by: guest)
            }
            // A guest who has left is not notified of the next comments. All guests join again later.
            try await campus.send(.post, "\(meetup)/leave", by: guest)
        }
    }

    private func join(_ meetup: String, by guest: BenchmarkDevice) async throws {
        try await campus.send(.post, "\(meetup)/join", JoinMeetupRequest(), by: guest)
    }

    private func post(_ path: String, by writer: BenchmarkDevice) async throws -> PostID {
        let item: FeedItem = try await campus.payload(.post, path, PostRequest(text: "Hello"), by: writer)
        return item.id
    }
}
