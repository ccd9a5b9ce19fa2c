import Foundation

/// A failure as a person should meet it: what happened, and what they can do about it.
public struct Failure: Error, Hashable, Sendable {
    /// A sentence or two, ready to show.
    public let message: String
    /// Whether doing the same again may help.
    public let canRetry: Bool

    public init(message: String, canRetry: Bool = true) {
        self.message = message
        self.canRetry = canRetry
    }

    /// The words an error brings along; a general sentence for one that brings none.
    public init(_ error: any Error) {
        self.init(
            message: (error as? any LocalizedError)?.errorDescription
                ?? "Something went wrong on our side. Please try again.")
    }
}
