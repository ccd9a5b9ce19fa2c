public import Foundation
import Networking
public import OrbitModels
public import Validation

/// A failure as a person should meet it: what happened, what they can do about it, and enough of its cause for a
/// program to act on.
public struct Failure: Error, Hashable, Sendable {
    /// What went wrong, as far as a screen may want to treat it differently.
    public enum Kind: Hashable, Sendable {
        /// The server could not be reached: nothing has happened.
        case offline
        /// The response was lost or came too late: whatever was asked for may have happened.
        case noResponse
        /// What was sent breaks rules; ``Failure/fields`` says which.
        case invalid
        /// The thing was changed elsewhere in the meantime.
        case conflict
        /// Too often; allowed again at ``Failure/retryAt``, if that is known.
        case limited
        /// The server refused for another reason.
        case refused(ProblemCode)
        /// The session is over.
        case signedOut
        /// The server or something on the way to it does not work properly.
        case unavailable
        /// This device could not do its part, such as saving a file.
        case local
    }

    /// What the failure calls for.
    public let kind: Kind
    /// A sentence or two, ready to show.
    public let message: String
    /// What is wrong with what was sent, by field.
    public let fields: [FieldFailure]
    /// When to try again, if the server has said so.
    public let retryAt: Date?
    /// Whether doing the same again may help.
    public let canRetry: Bool

    /// Creates a failure.
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

    /// What is wrong with the fields of a form, in the words of the form.
    public init(_ fields: [FieldFailure], in form: FormName, of catalogue: MessageCatalogue) {
        self.init(.invalid, message: catalogue.message(for: fields, in: form), fields: fields)
    }

    /// The failure that an error describes; in general words for an error that has none.
    ///
    /// - Parameters:
    ///   - now: The start of the server's retry time.
    ///   - words: The words of the message.
    public init(_ error: any Error, at now: Date? = nil, in words: Words = .english) {
        if let failure = error as? Failure {
            self = failure
            return
        }
        let message = words.message(for: error)
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

extension Failure.Kind {
    /// Whether time or another attempt may remove the cause.
    fileprivate var mayPass: Bool {
        switch self {
        case .offline, .noResponse, .conflict, .limited, .unavailable, .local: true
        case .invalid, .refused, .signedOut: false
        }
    }

    fileprivate init(_ error: APIError) {
        switch error {
        case .transport(.cannotConnect), .transport(.untrusted), .transport(.insecure): self = .offline
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
