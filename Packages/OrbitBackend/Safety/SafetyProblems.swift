import BackendRuntime
import OrbitModels
import Safety

extension HTTPProblem {
    /// As many of something stand as one person may have.
    static func limitReached(_ message: String, most: Int) -> HTTPProblem {
        HTTPProblem(409, .limitReached, message, details: ["max": .integer(most)])
    }

    static let checkInOver = HTTPProblem(
        409, .checkInOver, "This check-in is over. If your contact was told, say that you are safe.")

    static let contactRefuses = HTTPProblem(
        409, .contactRefuses, "This address takes no messages from Orbit. Choose another contact.")

    /// The same whichever person it is, and however many.
    static let blockedPersonAttends = HTTPProblem(
        409, .blockedPersonAttends,
        "A person you have blocked attends this meetup. Join all the same if you want to.")
}
