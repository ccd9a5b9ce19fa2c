public import OrbitModels

/// Turns failures into words. Keyed by code, never by a sentence, so that rewording one language
/// breaks no other.
///
/// ```swift
/// let catalogue = MessageCatalogue.english.overlaid(
///     with: MessageCatalogue(phrases: [.tooFew: "Wähle mindestens {min} aus."]))
/// catalogue.message(for: FieldFailure(path: "interests", code: .tooFew, parameters: ["min": 3]))
/// ```
public struct MessageCatalogue: Sendable {
    public var phrases: [FailureCode: Phrase]
    /// Words for one field, which win over the general ones: `["bio": [.tooLong: …]]`. Elements of a
    /// list share the path `interests[]`.
    public var phrasesByField: [String: [FailureCode: Phrase]]
    /// For codes that the table does not have, such as those of a newer server.
    public var otherwise: String?

    public init(
        phrases: [FailureCode: Phrase], phrasesByField: [String: [FailureCode: Phrase]] = [:], otherwise: String? = nil
    ) {
        self.phrases = phrases
        self.phrasesByField = phrasesByField
        self.otherwise = otherwise
    }

    /// The words for a failure: of its field, of its code, or the general ones. Empty only if the
    /// catalogue has nothing to say at all.
    public func message(for failure: FieldFailure) -> String {
        phrasesByField[Self.field(of: failure.path)]?[failure.code]?(failure.parameters)
            ?? phrases[failure.code]?(failure.parameters)
            ?? otherwise ?? ""
    }

    /// The words for several failures, one after the other.
    public func message(for failures: [FieldFailure]) -> String {
        failures.map { message(for: $0) }.joined(separator: " ")
    }

    /// This catalogue, with the other's words where it has any.
    public func overlaid(with other: MessageCatalogue) -> MessageCatalogue {
        MessageCatalogue(
            phrases: phrases.merging(other.phrases) { $1 },
            phrasesByField: phrasesByField.merging(other.phrasesByField) { $0.merging($1) { $1 } },
            otherwise: other.otherwise ?? otherwise)
    }

    /// `interests[3].label` without the position: `interests[].label`.
    private static func field(of path: String) -> String {
        var isPosition = false
        return path.filter { character in
            if character == "]" { isPosition = false }
            defer { if character == "[" { isPosition = true } }
            return !isPosition
        }
    }
}
