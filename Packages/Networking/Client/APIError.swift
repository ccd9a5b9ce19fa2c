public import OrbitModels

/// An error of a call to the server.
@nonexhaustive public enum APIError: Error, Equatable, Sendable {
    /// The endpoint does not make a valid request. Nothing was sent.
    case invalidRequest(reason: String)
    /// There was no response.
    case transport(TransportError)
    /// The call did not finish within the client's deadline.
    case deadlineExceeded
    /// The server refused the request and gave a reason.
    case problem(status: Int, problem: Problem)
    /// The server refused the request without a reason that this client can read. A proxy or captive portal may have
    /// responded.
    case unexpectedStatus(Int)
    /// The status reports success, but the body does not have the form that the endpoint returns.
    case malformedResponse(reason: String)

    /// The server's reason for refusing; `nil` for all other errors.
    public var problem: Problem? {
        if case .problem(_, let problem) = self { problem } else { nil }
    }
}

/// A description for logs, with the kind, the status and the code. The sentence and details of a problem may repeat
/// words that a person wrote.
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
