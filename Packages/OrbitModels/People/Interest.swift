import Foundation

/// An interest of a person: predefined, or typed as free text.
///
/// Two interests are equal if their `id` is equal; the label does not count. On the wire, a predefined interest is its
/// id and a typed interest its label. A predefined label (`"Food & Cooking"`) decodes as the interest that it names.
public struct Interest: Sendable {
    /// The identifier, such as `food_cooking` for a predefined interest. For a typed interest it is the label,
    /// normalised for case, spacing and compatibility forms (NFKC).
    public let id: String
    /// The text to display.
    public let label: String

    /// Creates an interest from its wire spelling: a predefined id or label, or free text.
    public init(_ text: String) {
        guard text.utf8.count <= Self.maxFoldedBytes else {
            self.init(unfolded: text)
            return
        }
        self = Self.bySpelling[text] ?? Interest(id: Self.fold(text), label: text)
    }

    /// Returns the interests of a list, in order. Only the first `maxFolded` elements are normalised, because no valid
    /// list of a person or a meetup is longer. Later elements use the first 256 scalars of their spelling as `id`.
    package static func list(_ texts: [String]) -> [Interest] {
        texts.enumerated().map { place, text in place < maxFolded ? Interest(text) : Interest(unfolded: text) }
    }

    // Normalisation takes many times as long as decoding a text. No valid label has more bytes, and no valid list has
    // more elements.
    private static let maxFoldedBytes = 256
    private static let maxFolded = 32

    private init(unfolded text: String) {
        self.init(id: String(text.unicodeScalars.prefix(Self.maxFoldedBytes)), label: text)
    }

    private init(id: String, label: String) {
        self.id = id
        self.label = label
    }

    private static func fold(_ text: String) -> String {
        text.precomposedStringWithCompatibilityMapping.lowercased()
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether it is in ``predefined`` with the same label.
    public var isPredefined: Bool { Self.bySpelling[id]?.label == label }

    /// The interests that a form offers, in display order.
    public static let predefined: [Interest] = [
        Interest(id: "sports_fitness", label: "Sports & Fitness"),
        Interest(id: "music", label: "Music"),
        Interest(id: "art_design", label: "Art & Design"),
        Interest(id: "technology", label: "Technology"),
        Interest(id: "food_cooking", label: "Food & Cooking"),
        Interest(id: "travel", label: "Travel"),
        Interest(id: "gaming", label: "Gaming"),
        Interest(id: "reading", label: "Reading"),
        Interest(id: "movies_tv", label: "Movies & TV"),
        Interest(id: "photography", label: "Photography"),
        Interest(id: "nature", label: "Nature"),
        Interest(id: "fashion", label: "Fashion"),
        Interest(id: "dancing", label: "Dancing"),
        Interest(id: "volunteering", label: "Volunteering"),
        Interest(id: "entrepreneurship", label: "Entrepreneurship"),
        Interest(id: "podcasts", label: "Podcasts"),
        Interest(id: "board_games", label: "Board Games"),
        Interest(id: "languages", label: "Languages"),
        Interest(id: "meditation", label: "Meditation"),
        Interest(id: "diy_crafts", label: "DIY & Crafts"),
    ]

    private static let bySpelling: [String: Interest] = predefined.reduce(into: [:]) { table, interest in
        table[interest.id] = interest
        table[interest.label] = interest
    }
}

extension Interest: Hashable {
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Interest: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(isPredefined ? id : label)
    }
}

extension Interest: CustomStringConvertible {
    /// The label.
    public var description: String { label }
}
