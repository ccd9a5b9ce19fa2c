/// The digests of a session's refresh tokens, for the current and the previous generation. A generation has several
/// tokens only if responses were lost, or processes refreshed at the same time.
///
/// A token begins with the id of its session, and the rest is secret. Replaced tokens of any age are therefore
/// recognised without records of their own: they name a session that no longer contains them. Only tokens of the
/// session reveal its id outside the server, so only a caller who has had such a token can name the session.
package struct RefreshTokens: Codable, Hashable, Sendable {
    /// The maximum number of digests of one generation. Beyond it, the oldest digest is dropped, and a use of its token
    /// ends the session. A generation has that many tokens only if clients have sent the previous token as often.
    private static let maxDigests = 256
    /// The number of hexadecimal digits that are stored of each digest: 128 bits.
    private static let digits = 32

    private var current: [String] = []
    private var previous: [String] = []

    /// The age of a token in its session.
    package enum Age: Hashable, Sendable {
        case current, previous, replaced
    }

    package init() {}

    /// The number of stored digests.
    package var count: Int { current.count + previous.count }

    package func age(of digest: String) -> Age {
        let digest = String(digest.prefix(Self.digits))
        if current.contains(where: { ConstantTime.areEqual($0, digest) }) { return .current }
        return previous.contains { ConstantTime.areEqual($0, digest) } ? .previous : .replaced
    }

    /// Starts a new generation.
    package mutating func rotate() { (previous, current) = (current, []) }

    /// Adds a token of the current generation.
    package mutating func add(_ digest: String) {
        current = current.suffix(Self.maxDigests - 1) + [String(digest.prefix(Self.digits))]
    }

    /// Returns the id of the session that a token names; `nil` if the text is not a token.
    package static func session(of token: String) -> String? { token.isToken ? String(token.prefix(32)) : nil }

    /// Returns a token of a session.
    package static func token(of session: String, secret: String) -> String { session + secret.prefix(32) }
}
