public import Foundation

/// An error that screens show in the front end's words.
///
/// ```swift
/// extension TicketError: WordedError {
///     static let vocabulary = Vocabulary("ticket_error", ["sold_out": "There is no ticket left. Look for another day."])
///     func message(in words: Words) -> String { words.sentence("sold_out", in: Self.vocabulary) }
/// }
/// ```
public protocol WordedError: LocalizedError {
    /// Returns a sentence or two that say what to do next.
    func message(in words: Words) -> String
}

extension WordedError {
    /// The message in English.
    ///
    /// With `MemberImportVisibility`, a file that does not import `OrbitModels` calls Foundation's default
    /// implementation in its place, which returns `nil`; `localizedDescription` returns the message in every file.
    public var errorDescription: String? { message(in: .english) }
    /// `nil`: the message says all.
    public var failureReason: String? { nil }
    /// `nil`: the message says what to do next.
    public var recoverySuggestion: String? { nil }
    /// `nil`: there is no help to open.
    public var helpAnchor: String? { nil }
}
