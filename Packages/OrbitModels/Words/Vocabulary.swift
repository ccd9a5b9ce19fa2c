/// The words for the values of one enumeration, or for the sentences of one feature: its name and its English.
///
/// The module that declares the values declares the vocabulary, so no other module has to know them:
///
/// ```swift
/// extension TodayWaitReason: Worded {
///     public static let vocabulary = Vocabulary("today_wait_reason", ["paused": "You have paused the daily match."])
/// }
/// ```
public struct Vocabulary: Sendable {
    /// In snake case, and unique among all vocabularies: `poke_note`.
    public let name: String
    /// By code. They stand wherever a front end brings no words of its own.
    public let english: [String: MessageTemplate]

    /// Creates a vocabulary.
    public init(_ name: String, _ english: [String: MessageTemplate]) {
        (self.name, self.english) = (name, english)
    }

    /// The keys of all its words, sorted: what a translation has to fill in.
    public var keys: [WordKey] { english.keys.sorted().map { WordKey(name, $0) } }
}

/// A value that screens show in words.
public protocol Worded {
    /// The words for all values of the type.
    static var vocabulary: Vocabulary { get }
    /// The code of this value in the vocabulary.
    var wordCode: String { get }
    /// What is shown where there are no words for the value, such as for one of a newer server.
    var wordFallback: String { get }
}

extension Worded {
    /// The code as readable words: `night_walk` becomes "Night walk".
    public var wordFallback: String { Words.readable(wordCode) }
}

extension Worded where Self: RawRepresentable, RawValue == String {
    /// The code of the value in its vocabulary.
    public var wordCode: String { rawValue }
}

/// What the words for a value or a sentence are found under.
public struct WordKey: Hashable, Sendable, CustomStringConvertible {
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
