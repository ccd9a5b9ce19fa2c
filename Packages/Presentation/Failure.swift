public import Foundation
import Networking
public import OrbitModels
public import Validation

/// A failure to present to the user. The message describes the problem and the remedy, and the other properties
/// describe the cause to programs.
public struct Failure: Error, Hashable, Sendable {
    /// The category of a failure, for screens that treat some failures differently.
    public enum Kind: Hashable, Sendable {
        /// The server could not be reached over a trusted connection, so nothing has happened.
        case unreachable
        /// The response was lost or too late, so the requested effect may have occurred.
        case noResponse
        /// The input violates rules. ``Failure/fields`` lists the violations.
        case invalid
        /// The resource was changed elsewhere in the meantime.
        case conflict
        /// A rate limit was reached. ``Failure/retryAt`` is the time from which the action is allowed again, if it is
        /// known.
        case limited
        /// The server refused for another reason.
        case refused(ProblemCode)
        /// There is no session: it has ended, or no user is signed in.
        case signedOut
        /// The server or an intermediary does not work properly.
        case unavailable
        /// An operation on this device failed, such as saving a file. An error that is neither an `APIError` nor a
        /// ``CategorizedError`` has this category as well.
        case local
    }

    /// The category of the failure.
    public let kind: Kind
    /// One or two sentences, ready to show.
    public let message: String
    /// The rules that the input violates, by field.
    public let fields: [FieldFailure]
    /// The time from which a retry is allowed, if the server has stated it.
    public let retryAt: Date?
    /// Whether a retry may succeed.
    public let canRetry: Bool

    /// Creates a failure.
    ///
    /// - Parameter canRetry: Whether a retry may succeed; `nil` derives the value from the category.
    public init(
        _ kind: Kind = .local, message: String, fields: [FieldFailure] = [], retryAt: Date? = nil,
        canRetry: Bool? = nil
    ) {
        self.kind = kind
        self.message = message
        self.fields = fields
        self.retryAt = retryAt
        self.canRetry = canRetry ?? kind.mayPass
    }

    /// Creates a failure for invalid fields of a form, with the messages for that form.
    public init(_ fields: [FieldFailure], in form: FormName, of catalogue: MessageCatalogue) {
        self.init(.invalid, message: catalogue.message(for: fields, in: form), fields: fields)
    }

    /// Creates the failure that describes an error. An error without a message of its own gets a general message.
    ///
    /// - Parameters:
    ///   - error: The error. A `Failure` is used unchanged.
    ///   - now: The time at which the server's retry delay starts; `nil` leaves ``retryAt`` empty.
    ///   - words: The texts of the message.
    public init(_ error: any Error, at now: Date? = nil, in words: LocalizedStrings = .english) {
        if let failure = error as? Failure {
            self = failure
            return
        }
        let message = words.message(for: error)
        if let error = error as? any CategorizedError {
            self.init(error.failureKind, message: message)
            return
        }
        guard let error = error as? APIError else {
            self.init(.local, message: message)
            return
        }
        let problem = error.problem
        self.init(
            Kind(error), message: message, fields: problem?.fields ?? [],
            retryAt: problem?.retryAfter.flatMap { wait in now?.addingTimeInterval(TimeInterval(wait)) })
    }
}

/// An error of another module that determines the category of its ``Failure``.
public protocol CategorizedError: Error {
    /// The category, which ``Failure/init(_:at:in:)`` uses.
    var failureKind: Failure.Kind { get }
}

extension Failure.Kind {
    /// Whether time or another attempt may remove the cause.
    fileprivate var mayPass: Bool {
        switch self {
        case .unreachable, .noResponse, .conflict, .limited, .unavailable, .local: true
        case .invalid, .refused, .signedOut: false
        }
    }

    fileprivate init(_ error: APIError) {
        switch error {
        case .transport(.cannotConnect), .transport(.untrusted), .transport(.insecure): self = .unreachable
        case .transport(.connectionLost), .transport(.timedOut), .deadlineExceeded: self = .noResponse
        case .transport(.outOfResources): self = .local
        case .problem(_, let problem): self = Self(problem)
        default: self = .unavailable
        }
    }

    private init(_ problem: Problem) {
        switch problem.code {
        case .unauthenticated, .sessionEnded: self = .signedOut
        case .versionConflict: self = .conflict
        case .rateLimited: self = .limited
        case .unavailable: self = .unavailable
        case .unspecified where problem.fields.isEmpty: self = .unavailable
        default: self = problem.fields.isEmpty ? .refused(problem.code) : .invalid
        }
    }
}
