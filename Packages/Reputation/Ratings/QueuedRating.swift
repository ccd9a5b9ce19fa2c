import Foundation
import Networking
import OrbitModels

/// A rating that waits on this device until it is sent.
struct QueuedRating: Codable, Hashable, Sendable {
    /// The name of its kind in the queue.
    static let kind = "rating"
    /// The time in which the user may change a rating, in seconds: one day.
    private static let editTime: TimeInterval = 86_400

    var due: DueRating
    var entry: RatingEntry
    /// The time at which the user rated, by the device's clock.
    var at: Date

    /// Returns the name of the queue's lane for ratings of a person at a meetup.
    static func lane(of due: Identifier<DueRating>) -> String { "rating/\(due.rawValue)" }

    /// Returns the rating to show until the server has it. The key takes the place of the identifier.
    ///
    /// - Returns: `nil` if the entry has no valid number of stars.
    func expected(as key: IdempotencyKey) -> GivenRating? {
        guard let stars = Stars(entry.stars) else { return nil }
        return GivenRating(
            rating: UserRating(
                id: UserRatingID(key.rawValue), raterID: "", rateeID: due.person.id, meetupID: due.meetup.id,
                stars: stars, tags: entry.tags, note: entry.note, createdAt: at,
                editableUntil: at.addingTimeInterval(Self.editTime), shownAt: due.rateBy),
            person: due.person, meetup: due.meetup, meetAgain: entry.meetAgain)
    }
}
