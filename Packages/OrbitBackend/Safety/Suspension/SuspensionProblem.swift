import BackendRuntime
import OrbitModels
import OrbitStore
import Safety

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
