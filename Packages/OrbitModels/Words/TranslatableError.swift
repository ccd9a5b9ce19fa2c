public import Foundation

/// An error with a message that the front end can translate.
///
/// ```swift
/// extension TicketError: TranslatableError {
///     static let vocabulary = Vocabulary("ticket_error", ["sold_out": "There is no ticket left. Look for another day."])
///     func message(in words: LocalizedStrings) -> String { words.sentence("sold_out", in: Self.vocabulary) }
/// }
/// ```
public protocol TranslatableError: LocalizedError {
    /// Returns one or two sentences that say what to do next.
    ///
    /// - Parameter words: The front end's texts.
    /// - Returns: The message in the front end's language, or in English if a text is missing.
    func message(in words: LocalizedStrings) -> String
}

extension TranslatableError {
    /// The message in English.
    ///
    /// With `MemberImportVisibility`, a file without an import of `OrbitModels` calls Foundation's default
    /// implementation, which returns `nil`. In contrast, `localizedDescription` returns the message in every file.
    public var errorDescription: String? { message(in: .english) }
    /// `nil`, because the message is complete.
    public var failureReason: String? { nil }
    /// `nil`, because the message says what to do next.
    public var recoverySuggestion: String? { nil }
    /// `nil`, because there is no help to open.
    public var helpAnchor: String? { nil }
}
