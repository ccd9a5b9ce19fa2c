import BackendRuntime
import Foundation
import OrbitModels
import Reputation
import Validation

extension HTTPProblem {
    static let notMet = HTTPProblem(
        403, .notMet,
        "You can rate people you have met: both of you have to be checked in, or to say that you met.")

    static let alreadyRated = HTTPProblem(409, .alreadyRated, "You have rated this person already.")

    static let ratingFinal = HTTPProblem(
        409, .ratingFinal, "A rating can be changed for a day, as long as it is not shown.")

    /// Returns the problem of a request before or after the rating window.
    static func notInRatingTime(_ window: Range<Date>, at now: Date) -> HTTPProblem {
        let times = ["from": window.lowerBound, "until": window.upperBound]
        let isEarly = now < window.lowerBound
        return HTTPProblem(
            409, .notInTime, isEarly ? "Rate people once the meetup is over." : "It is too late to rate people.",
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
            throw HTTPProblem.invalidInput(failures, "Some of the rating needs another look.")
        }
        return CheckedRating(
            stars: stars, tags: tags, note: RatingRules.cleanedNote(note), meetAgain: meetAgain)
    }
}
