public import Foundation
public import Networking
public import OrbitModels

/// Meetups for other calendars: one as a file, and all of the user's at a secret address.
///
/// ```swift
/// let file = try await service.file(of: meetup.id)
/// let address = try await service.renew(key: key)
/// ```
public struct MeetupCalendarService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// A meetup as an `.ics` file in UTF-8, as the user may know it.
    ///
    /// - Parameter link: the secret part of its address, of one that is found only by that.
    public func file(of meetup: MeetupID, link: String? = nil) async throws -> Data {
        try await client.content(
            of: Endpoint(
                MeetupCalendarRoutes.file, parameters: ["meetup_id": meetup.rawValue], query: [("link", link)]))
    }

    /// Whether there is an address, and since when.
    public func feed() async throws -> Snapshot<CalendarFeed> {
        Snapshot(try await client.response(Endpoint(MeetupCalendarRoutes.feed)))
    }

    /// Makes an address and ends the one before. A repetition makes another: the key only names the action in the log.
    public func renew(key: IdempotencyKey) async throws -> NewCalendarAddress {
        try await client.send(Endpoint(MeetupCalendarRoutes.renew).idempotent(key))
    }

    /// Ends the address; nothing if there is none.
    public func revoke(key: IdempotencyKey) async throws {
        try await client.perform(Endpoint(MeetupCalendarRoutes.revoke).idempotent(key))
    }
}
