/// What an operation of the contract has to do with two people when one has blocked the other.
enum BlockRow: Sendable {
    /// Reads, and shows each of the two to the other; after the block it does not, and what belongs to the other, or stands
    /// between the two, is answered as what never existed.
    case shows
    /// Reads, and names no other person; what it is asked about is answered as after ``shows``.
    case silent(_ reason: String)
    /// Acts on the other, on what belongs to them or on what stands between the two; after the block, as on what never
    /// existed.
    case acts
    /// Acts on what is the caller's alone.
    case own
    /// Names the other and says the same to whatever it names, as it is the caller's own note that it changes.
    case alike
    /// Does not answer as if the other had never existed.
    case excepted(_ reason: String)
    /// Neither of the two is its caller.
    case outside(_ reason: String)

    static let moderation = outside("Moderators see whom they decide about.")
    static let withoutSession = outside("Without a session the caller is no one in particular.")
    static let ofCaller = silent("It is about the caller alone.")
    static let count = silent("It counts people, and names none.")

    /// By `operationId`, one for each operation.
    static let all = FeatureFixture.joined(\.blockMatrix.rows)
    private static let named = FeatureFixture.joined(\.blockMatrix.named)

    /// What a request of an operation names: the parameters of its path, and members of its body.
    static func parameters(of handler: Contract.RouteHandler) -> [String] {
        handler.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
            + (named[handler.operation] ?? [])
    }

    /// Whether a request has to be answered as one that names what never existed.
    var isCompared: Bool {
        switch self {
        case .shows, .silent, .acts, .alike: true
        case .own, .excepted, .outside: false
        }
    }
}

extension Contract.RouteHandler {
    var blockRow: BlockRow? { BlockRow.all[operation] }
    var isRead: Bool { method == "GET" }
}
