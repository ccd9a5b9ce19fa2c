public import Foundation
public import Networking
public import OrbitModels

/// A service that exports meetups to other calendars: one meetup as a file, or all meetups of the user at a secret
/// address.
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

    /// Returns a meetup as an `.ics` file in UTF-8, with the data that the user may see.
    ///
    /// - Parameters:
    ///   - meetup: The meetup.
    ///   - link: The secret part of the address of a meetup that is found only by its address.
    public func file(of meetup: MeetupID, link: String? = nil) async throws -> Data {
        try await client.content(
            of: Endpoint(
                MeetupCalendarRoutes.file, parameters: ["meetup_id": meetup.rawValue], query: [("link", link)]))
    }

    /// Returns whether an address exists, and its time of creation.
    public func feed() async throws -> Snapshot<CalendarFeed> {
        Snapshot(try await client.response(Endpoint(MeetupCalendarRoutes.feed)))
    }

    /// Creates an address and revokes the previous one.
    ///
    /// A repeated request creates another address. The key only identifies the action in the event log.
    public func renew(key: IdempotencyKey) async throws -> NewCalendarAddress {
        try await client.send(Endpoint(MeetupCalendarRoutes.renew).idempotent(key))
    }

    /// Revokes the address. Has no effect if there is no address.
    public func revoke(key: IdempotencyKey) async throws {
        try await client.perform(Endpoint(MeetupCalendarRoutes.revoke).idempotent(key))
    }
}
