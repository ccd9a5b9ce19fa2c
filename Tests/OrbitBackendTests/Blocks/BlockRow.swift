/// The expected effect of a block on an operation of the contract.
enum BlockRow: Sendable {
    /// The operation reads, and shows the two people to each other before the block. After the block it shows neither
    /// of them. Things of the other person, and things between the two, get the same response as an id that never
    /// existed.
    case shows
    /// The operation reads, and never names another person. Its response to hidden things is that of ``shows``.
    case silent(_ reason: String)
    /// The operation acts on the other person, on their things, or on things between the two. After the block, the
    /// response is the same as for an id that never existed.
    case acts
    /// The operation acts only on the caller's own things.
    case own
    /// The operation names the other person, and changes only the caller's own records. Its response is the same for
    /// every id.
    case sameForEveryID
    /// The operation responds differently about a blocked person and about an id that never existed.
    case excepted(_ reason: String)
    /// Neither of the two people calls the operation.
    case outside(_ reason: String)

    static let moderation = outside("Moderators see whom they decide about.")
    static let withoutSession = outside("Without a session the caller is no one in particular.")
    static let ofCaller = silent("It is about the caller alone.")
    static let count = silent("It counts people, and names none.")

    /// The rows by `operationId`, one for each operation.
    static let all = FeatureFixture.joined(\.blockMatrix.rows)
    private static let named = FeatureFixture.joined(\.blockMatrix.named)

    /// Returns the names of the identifiers in a request: the parameters of the path, and members of the body.
    static func parameters(of operation: Contract.Operation) -> [String] {
        operation.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
            + (named[operation.id] ?? [])
    }

    /// Whether the response has to equal that to an id that never existed.
    var isCompared: Bool {
        switch self {
        case .shows, .silent, .acts, .sameForEveryID: true
        case .own, .excepted, .outside: false
        }
    }
}

extension Contract.Operation {
    var blockRow: BlockRow? { BlockRow.all[id] }
    var isRead: Bool { method == "GET" }
}
