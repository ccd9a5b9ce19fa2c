import BackendRuntime
import Foundation
import OrbitModels
import Reputation
import Validation

extension HTTPProblem {
    static let notMet = HTTPProblem(
        403, .notMet,
        "You can only rate people you met. Both of you must check in, or say that you met.")

    static let alreadyRated = HTTPProblem(409, .alreadyRated, "You have already rated this person.")

    static let ratingFinal = HTTPProblem(
        409, .ratingFinal, "You can change a rating for one day, and only while it is hidden.")

    /// Returns the problem of a request before or after the rating window.
    static func notInRatingTime(_ window: Range<Date>, at now: Date) -> HTTPProblem {
        let times = ["from": window.lowerBound, "until": window.upperBound]
        let isEarly = now < window.lowerBound
        return HTTPProblem(
            409, .notInTime, isEarly ? "You can rate people after the meetup ends." : "It is too late to rate people.",
            details: times.compactMapValues { RFC3339.string(from: $0).map { .text($0) } })
    }

    static let ratingOfOneself = invalidInput(
        [FieldFailure(path: "to_user_id", code: .notAllowed)], "You cannot rate yourself.")
}

extension RatingEntry {
    /// Returns the checked entry.
    ///
    /// - Throws: `HTTPProblem` with the failures of the entry.
    func checked() throws -> CheckedRating {
        let failures = RatingRules.failures(in: self)
        guard failures.isEmpty, let stars = Stars(stars) else {
            throw HTTPProblem.invalidInput(failures, "Check your rating. Something is not right yet.")
        }
        return CheckedRating(
            stars: stars, tags: tags, note: RatingRules.cleanedNote(note), meetAgain: meetAgain)
    }
}
