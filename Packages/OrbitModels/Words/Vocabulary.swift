/// A named set of English texts, for the values of one enumeration or for the sentences of one feature.
///
/// The module that declares the values also declares the vocabulary, so that lower modules do not depend on the values:
///
/// ```swift
/// extension TodayWaitReason: LocalizedTextConvertible {
///     public static let vocabulary = Vocabulary("today_wait_reason", ["paused": "You have paused the daily match."])
/// }
/// ```
public struct Vocabulary: Sendable {
    /// The name in snake case, unique among all vocabularies, such as `poke_note`.
    public let name: String
    /// The English texts by code. They are shown if the front end has no text of its own.
    public let english: [String: MessageTemplate]

    /// Creates a vocabulary.
    public init(_ name: String, _ english: [String: MessageTemplate]) {
        (self.name, self.english) = (name, english)
    }

    /// The sorted keys of all texts, which a translation has to fill in.
    public var keys: [LocalizationKey] { english.keys.sorted().map { LocalizationKey(name, $0) } }
}

/// A value that screens show as text.
public protocol LocalizedTextConvertible {
    /// The texts for all values of the type.
    static var vocabulary: Vocabulary { get }
    /// The code of this value in the vocabulary.
    var localizationCode: String { get }
    /// The text for a value without an entry in the vocabulary, such as a value of a newer server.
    var fallbackText: String { get }
}

extension LocalizedTextConvertible {
    /// The code as a readable text: `night_walk` becomes "Night walk".
    public var fallbackText: String { LocalizedStrings.readable(localizationCode) }
}

extension LocalizedTextConvertible where Self: RawRepresentable, RawValue == String {
    /// The code of the value in its vocabulary.
    public var localizationCode: String { rawValue }
}

/// The key of a text for a value or a sentence.
public struct LocalizationKey: Hashable, Sendable, CustomStringConvertible {
    /// The name of the ``Vocabulary``.
    public let vocabulary: String
    /// The code of the value or sentence in it.
    public let code: String

    /// Creates a key.
    public init(_ vocabulary: String, _ code: String) {
        (self.vocabulary, self.code) = (vocabulary, code)
    }

    /// `poke_note.coffee`
    public var description: String { "\(vocabulary).\(code)" }
}
