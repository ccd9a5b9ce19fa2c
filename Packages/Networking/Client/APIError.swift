public import OrbitModels

/// Why a call gave no value.
@nonexhaustive public enum APIError: Error, Equatable, Sendable {
    /// The endpoint cannot be made into a request; nothing was sent.
    case invalidRequest(reason: String)
    /// There was no response.
    case transport(TransportError)
    /// The call did not come to an end within the client's deadline.
    case deadlineExceeded
    /// The server refused, and said why.
    case problem(status: Int, problem: Problem)
    /// The server refused without a reason this client can read; a proxy or captive portal may have responded.
    case unexpectedStatus(Int)
    /// The status is good but the body is not what the endpoint returns.
    case malformedResponse(reason: String)

    /// What the server said, if it said it.
    public var problem: Problem? {
        if case .problem(_, let problem) = self { problem } else { nil }
    }
}

/// For logs: the kind, the status and the code. A problem's sentence and details may repeat what a person wrote.
extension APIError: Redacted {
    /// The kind, the status and the code, for logs.
    public var description: String {
        switch self {
        case .invalidRequest(let reason): "invalid request: \(reason)"
        case .transport(let error): "no answer: \(error)"
        case .deadlineExceeded: "deadline exceeded"
        case .problem(let status, let problem): "status \(status): \(problem.code)"
        case .unexpectedStatus(let status): "status \(status)"
        case .malformedResponse(let reason): "malformed response: \(reason)"
        }
    }
}
