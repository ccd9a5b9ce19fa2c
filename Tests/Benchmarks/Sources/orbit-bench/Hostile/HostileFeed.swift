import Meetups
import Networking
import OrbitModels

/// A meetup with a feed that is as costly to read as a page may be: 100 posts with two comments each, at a meetup with 40
/// guests who are hidden from the reader, by 20 blocks in each direction.
struct HostileFeed {
    /// The fewest people of a campus that has guests for it beside the people who send other requests.
    static let fewestPeople = 300
    /// With more blocks in one direction, likes and comments are the reader's own.
    private static let blocksInEachDirection = 20
    private static let hiddenGuests = 2 * blocksInEachDirection
    private static let writers = 20
    /// How many of the last residents take part.
    static let people = writers + hiddenGuests
    /// As many as a person may write in a minute.
    private static let postsOfWriter = 5

    let campus: LogCampus

    /// Writes the feed, and returns the request for its first page.
    ///
    /// - Parameter id: the account of `reader`, which is not among the last 120 residents.
    func request(by reader: Device, _ id: UserID) async throws -> HostileRequest {
        let first = campus.residents.count - Self.people
        let host = try await campus.signIn(first)
        let listing: MeetupListing = try await campus.payload(.post, "/meetups", MeetupEntry.inTwoDays, by: host)
        let meetup = "/meetups/\(listing.id)"
        try await join(meetup, by: reader)
        var posts: [PostID] = []
        for number in 0..<Self.writers {
            let writer = number == 0 ? host : try await campus.signIn(first + number)
            if number > 0 { try await join(meetup, by: writer) }
            for _ in 0..<Self.postsOfWriter { posts.append(try await write("\(meetup)/posts", by: writer)) }
        }
        for number in 0..<Self.hiddenGuests {
            let guest = try await campus.signIn(first + Self.writers + number)
            try await join(meetup, by: guest)
            for post in posts.dropFirst(number % Self.writers * Self.postsOfWriter).prefix(Self.postsOfWriter) {
                _ = try await write("/meetups/posts/\(post)/comments", by: guest)
            }
            // The guests' parts remain, and the next comments notify fewer people.
            try await campus.send(.post, "\(meetup)/leave", by: guest)
            if number < Self.blocksInEachDirection {
                try await campus.send(.post, "/blocks/\(id)", by: guest)
            } else {
                let guestID = campus.residents[first + Self.writers + number].id
                try await campus.send(.post, "/blocks/\(guestID)", by: reader)
            }
        }
        return HostileRequest(
            route: "GET /meetups/{meetup_id}/posts", text: "hidden guests",
            request: try .toCampus(.get, "\(meetup)/posts?limit=100"))
    }

    private func join(_ meetup: String, by guest: Device) async throws {
        try await campus.send(.post, "\(meetup)/join", JoinMeetupRequest(), by: guest)
    }

    private func write(_ path: String, by writer: Device) async throws -> PostID {
        let item: FeedItem = try await campus.payload(.post, path, PostRequest(text: "Hello"), by: writer)
        return item.id
    }
}
