import Foundation
import Networking
import OrbitModels
import Presentation

/// A request to join a meetup that waits on this device until it is sent.
struct QueuedJoin: Codable, Hashable, Sendable {
    /// The name of its kind in the queue.
    static let kind = "join"

    var request: JoinMeetupRequest
    /// The secret part of the address of a meetup that is found only by its address.
    var link: String?
    /// The meetup with the expected attendance of the user.
    var expected: MeetupListing

    init(_ request: JoinMeetupRequest, link: String?, of listing: MeetupListing, at now: Date) {
        self.request = request
        self.link = link
        expected = listing
        // Only the server knows whether there is room, so the expectation can be wrong.
        let attendance = listing.meetup.expected(after: .join, at: now, companions: request.companions)
        expected.meetup.attendance = attendance ?? .requested
    }

    /// Returns the name of the queue's lane for requests to join a meetup.
    static func lane(of meetup: MeetupID) -> String { "join/\(meetup.rawValue)" }

    /// Registers the kind. The models of all meetups on a log register it, and each registration has the same effect.
    @MainActor static func register(with guests: MeetupGuestService, on log: EventLog) {
        log.queue.register(kind) { (queued: QueuedJoin, _: IdempotencyKey) in
            [.changed(queued.expected)]
        } send: { (queued: QueuedJoin, key: IdempotencyKey) in
            [.changed(try await guests.join(queued.expected.id, queued.request, link: queued.link, key: key))]
        }
    }
}
