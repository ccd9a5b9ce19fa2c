import BackendRuntime
import OrbitModels
import OrbitStore
import Safety

extension HTTPProblem {
    /// Returns the problem of a limit on the number of records of one person.
    static func limitReached(_ message: String, most: Int) -> HTTPProblem {
        HTTPProblem(409, .limitReached, message, details: ["max": .integer(most)])
    }

    static let checkInOver = HTTPProblem(
        409, .checkInOver, "This check-in has ended. If we wrote to your contact, say that you are safe.")

    static let contactRefuses = HTTPProblem(
        409, .contactRefuses, "This contact does not want messages from Orbit. Choose another one.")

    /// The problem of joining a meetup that a blocked person attends. It does not depend on the identity or the number
    /// of blocked people.
    static let blockedPersonAttends = HTTPProblem(
        409, .blockedPersonAttends,
        "A person you blocked is going to this meetup. You can still join if you want.")
}

extension HTTPProblem {
    /// Returns the problem of a suspended account. Only a caller who has proven to own the account may get it.
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
                ? "Your account is suspended. Use this code to see why, or to appeal."
                : "Your account is suspended for a while. Use this code to see why, or to appeal.",
            details: details)
    }
}
