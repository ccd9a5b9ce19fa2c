package import Networking
public import OrbitModels
package import OrbitStore
import Validation

/// A response with a problem. A problem that is thrown inside a transaction rolls it back. A refusal that must be
/// stored, such as a wrong code, is returned in an ``OperationResult`` instead.
public struct HTTPProblem: Error {
    /// The status of the response.
    public let status: Int
    /// The problem in the body of the response.
    public let problem: Problem
    package var headers: [(name: String, value: String)] = []
    /// The event that the operator counts when the problem is thrown.
    package var event: OperatorEvent?

    /// Creates a response with a problem.
    ///
    /// - Parameters:
    ///   - status: The status of the response.
    ///   - code: The code by which programs recognise the problem.
    ///   - message: A sentence for people, in English.
    ///   - fields: The fields of the request that cannot be accepted.
    ///   - retryAfter: The seconds after which the request may be repeated.
    ///   - details: Values that belong to the code.
    ///   - headers: Further fields of the response.
    public init(
        _ status: Int, _ code: ProblemCode, _ message: String, fields: [FieldFailure] = [], retryAfter: Int? = nil,
        details: [String: ParameterValue] = [:], headers: [(name: String, value: String)] = []
    ) {
        self.status = status
        problem = Problem(code: code, message: message, fields: fields, retryAfter: retryAfter, details: details)
        self.headers = headers
    }

    package init(_ status: Int, _ problem: Problem) {
        self.status = status
        self.problem = problem
    }
}

extension HTTPProblem {
    /// The address has no resource that the caller may know.
    public static let notFound = HTTPProblem(404, .notFound, "We cannot find this. It may have been deleted.")

    /// The person does not exist, cannot be seen or has blocked the caller. The problem is the same in each case.
    public static let noSuchPerson = HTTPProblem(404, .notFound, "This person is not here any more.")

    package static func methodNotAllowed(allowed: [HTTPMethod]) -> HTTPProblem {
        let methods = allowed.map(\.rawValue).sorted().joined(separator: ", ")
        return HTTPProblem(
            405, .methodNotAllowed, "Use one of these methods here: \(methods).", headers: [("allow", methods)])
    }

    package static func malformed(_ reason: String) -> HTTPProblem {
        HTTPProblem(400, .malformedRequest, "The request could not be read: \(reason).")
    }

    package static func payloadTooLarge(limit: Int) -> HTTPProblem {
        HTTPProblem(
            413, .payloadTooLarge, "This is too large. Send something smaller.", details: ["max_bytes": .integer(limit)]
        )
    }

    package static func unsupportedMediaType(expected: String) -> HTTPProblem {
        HTTPProblem(415, .unsupportedMediaType, "Send this request as \(expected).", headers: [("accept", expected)])
    }

    /// Returns the problem of a request that could be read, but has fields that cannot be accepted.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - message: A sentence for people, in English.
    public static func invalidInput(_ fields: [FieldFailure], _ message: String) -> HTTPProblem {
        HTTPProblem(422, .invalidInput, message, fields: fields)
    }

    /// Returns the problem of a text that cannot be an identifier.
    ///
    /// - Parameter path: The field with the text.
    package static func malformedIdentifier(at path: String) -> HTTPProblem {
        invalidInput([FieldFailure(path: path, code: .malformed)], "We cannot find this. Load the page again.")
    }

    /// Returns the problem of a text that is not the name of a time zone.
    ///
    /// - Parameter path: The field with the text.
    package static func unknownTimeZone(at path: String) -> HTTPProblem {
        invalidInput([FieldFailure(path: path, code: .unknownValue)], "Choose a time zone from the list.")
    }

    package static func queryTooLong(_ fields: [FieldFailure], _ message: String) -> HTTPProblem {
        HTTPProblem(414, .invalidInput, message, fields: fields)
    }

    /// Returns the problem of a request that a rate limit refuses.
    ///
    /// - Parameters:
    ///   - wait: The seconds to wait.
    ///   - message: A sentence for people, in English.
    public static func rateLimited(wait: Int, _ message: String) -> HTTPProblem {
        HTTPProblem(429, .rateLimited, message, retryAfter: wait)
    }

    /// The cursor does not belong to this list.
    public static let badCursor = HTTPProblem.invalidInput(
        [FieldFailure(path: "cursor", code: .malformed)], "Load the list again from the beginning.")

    /// The caller has no complete profile.
    public static let profileIncomplete = HTTPProblem(
        403, .profileIncomplete, "Complete your profile first. Then you can see others, and they can see you.")

    /// The caller has no valid session. The problem is the same for every reason, so that it reveals nothing to
    /// strangers.
    public static let unauthenticated = HTTPProblem(
        401, .unauthenticated, "Sign in to go on.", headers: [("www-authenticate", "Bearer")])

    package static let storeUnavailable = HTTPProblem(
        503, .unavailable, "The server is busy. Try again in a moment.", retryAfter: 1)

    package static let unreadableRecord = HTTPProblem(
        500, .unavailable, "The server cannot read its data for this. We have told its operator. Try again later.")

    package init(_ error: StoreError) {
        switch error {
        case .unavailable, .readOnly, .full, .damaged, .newerStore: self = .storeUnavailable
        case .unreadableRecord, .newerSchema: self = .unreadableRecord
        case .unwritableRecord: self = .internalFailure
        }
    }

    package static let internalFailure = HTTPProblem(
        500, .unavailable, "Something went wrong on the server. Try again in a moment.")
}

extension [FieldFailure] {
    /// Refuses a request with these failures.
    ///
    /// - Parameter message: A sentence for people, in English.
    /// - Throws: ``HTTPProblem/invalidInput(_:_:)``, unless the array is empty.
    public func refuse(_ message: String) throws {
        guard isEmpty else { throw HTTPProblem.invalidInput(self, message) }
    }
}
