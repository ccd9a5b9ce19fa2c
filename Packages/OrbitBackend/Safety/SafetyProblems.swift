import BackendRuntime
import OrbitModels
import OrbitStore
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

extension HTTPProblem {
    /// For those who have proven that the account is theirs.
    static func suspended(_ account: AccountRecord, in reader: any StoreReader) throws -> HTTPProblem {
        var details: [String: ParameterValue] = [:]
        if let end = account.suspensionEnd { details["until"] = RFC3339.string(from: end).map { .text($0) } }
        let last = account.suspensions.last?.decisionID
        if let last { details["decision_id"] = .text(last.rawValue) }
        if let reason = try last.flatMap({ try DecisionRecord.of($0.rawValue, in: reader) })?.reason {
            details["reason"] = .text(reason.rawValue)
        }
        return HTTPProblem(
            403, .accountSuspended,
            account.suspensionEnd == nil
                ? "This account is suspended. With this code you can read why, and appeal."
                : "This account is suspended for some time. With this code you can read why, and appeal.",
            details: details)
    }
}
