public import OrbitModels

/// The reason why a URL is no ``DeepLink``.
@nonexhaustive public enum DeepLinkError: Error, Hashable, Sendable {
    /// The URL has more than ``DeepLink/maxBytes`` bytes.
    case tooLong
    /// The scheme or the host is another, or the URL has user information or a port.
    case foreign
    /// A part is missing or cannot be decoded.
    case malformed
    /// The app has no place with this path. Pages of the server, such as a shared plan, are among them.
    case unknown
}

extension DeepLinkError: WordedError {
    /// The sentences about links that cannot be opened.
    public static let vocabulary = Vocabulary(
        "deep_link_error",
        [
            "too_long": "This link is too long. Ask for a new one.",
            "foreign": "This link does not belong to Orbit. Open it in a browser.",
            "malformed": "A part of this link is missing. Copy the whole link and open it again.",
            "unknown": "The app cannot open this link. Update the app, or open the link in a browser.",
        ])

    /// Returns what to do next.
    public func message(in words: Words) -> String {
        switch self {
        case .tooLong: words.sentence("too_long", in: Self.vocabulary)
        case .foreign: words.sentence("foreign", in: Self.vocabulary)
        case .malformed: words.sentence("malformed", in: Self.vocabulary)
        case .unknown: words.sentence("unknown", in: Self.vocabulary)
        }
    }
}
