/// The part of a feature in the matrix of blocks.
struct BlockFixture: Sendable {
    /// The row of each operation.
    var rows: [String: BlockRow] = [:]
    /// The parameters that fill the bodies of requests, by operation; see ``AuthorizationRequest``.
    var named: [String: [String]] = [:]
    /// The parameters of things that only the maker knows, such as a check-in. In a request, each person of the pair
    /// names only their own things of these kinds. The identifiers of these things reveal no person.
    var privateParameters: Set<String> = []
    /// The beginnings, in whole segments, of the paths of operations whose responses do not depend on the connection.
    ///
    /// These operations are tested with the connection `match` alone, and before the block each person must see the
    /// other person there. At other paths, one person must see the other person with at least one connection. For
    /// example, only the recipient of a poke sees it in the list of incoming pokes.
    var pathsIndependentOfConnection: [String] = []
    /// The steps that make the things of each person, and put them into ``BlockWorld/own``. The number is that of the
    /// person.
    var steps: [BlockWorld.SetupPhase: @Sendable (inout BlockWorld, Int) async throws -> Void] = [:]
    /// The step that makes things of the third person, and things that the third person shares with both.
    var thirdPersonStep: @Sendable (inout BlockWorld) async throws -> Void = { _ in }
    /// The steps that make a connection of the two.
    var connections: [BlockWorld.Connection: @Sendable (inout BlockWorld) async throws -> Void] = [:]

    /// The private parameters of all features.
    static let allPrivateParameters = FeatureFixture.all.reduce(into: Set<String>()) {
        $0.formUnion($1.blockMatrix.privateParameters)
    }

    /// Whether the operation is of this feature, and its path begins with one of ``pathsIndependentOfConnection``.
    func isIndependentOfConnection(_ operation: String, at path: String) -> Bool {
        let segments = path.split(separator: "/")
        return rows[operation] != nil
            && pathsIndependentOfConnection.contains { segments.starts(with: $0.split(separator: "/")) }
    }
}
