/// What a session keeps of its refresh tokens: digests of those of the current generation and of the one before. Of one
/// generation there are several only where responses got lost, or processes refreshed at once.
///
/// A token begins with the id of its session, and the rest is secret. So a replaced token is recognised however old it
/// is, without a record of its own: it names a session whose token it is no longer. The id is in nothing else that
/// leaves the server, so only a caller who has had a token of the session can name it.
package struct RefreshTokens: Codable, Hashable, Sendable {
    /// The most kept of a generation; the oldest make room. As a session is not refreshed more often at once, only
    /// those that nobody has received go.
    private static let most = 256
    /// Hexadecimal digits kept of each digest: 128 bits.
    private static let digits = 32

    private var current: [String] = []
    private var previous: [String] = []

    /// How a token stands to its session.
    package enum Age: Hashable, Sendable {
        case current, previous, replaced
    }

    package init() {}

    /// How many are kept.
    package var count: Int { current.count + previous.count }

    package func age(of digest: String) -> Age {
        let digest = String(digest.prefix(Self.digits))
        if current.contains(where: { ConstantTime.areEqual($0, digest) }) { return .current }
        return previous.contains { ConstantTime.areEqual($0, digest) } ? .previous : .replaced
    }

    /// Begins a generation.
    package mutating func rotate() { (previous, current) = (current, []) }

    /// Adds a token of the current generation.
    package mutating func add(_ digest: String) {
        current = current.suffix(Self.most - 1) + [String(digest.prefix(Self.digits))]
    }

    /// The id of the session that a token names; `nil` of what is no token.
    package static func session(of token: String) -> String? { token.isToken ? String(token.prefix(32)) : nil }

    /// A token of a session.
    package static func token(of session: String, secret: String) -> String { session + secret.prefix(32) }
}
