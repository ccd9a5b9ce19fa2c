/// A feature in the matrix of blocks.
struct BlockFixture: Sendable {
    /// By operation, one for each.
    var rows: [String: BlockRow] = [:]
    /// What bodies name, by operation: members that the requests of ``AuthorizationRequest`` are filled from.
    var named: [String: [String]] = [:]
    /// Kinds of things that only those who have made them can name, by the parameters of paths. They give nobody away.
    var notes: Set<String> = []
    /// Beginnings of paths, in whole segments. The connection of the two makes no difference to operations of this
    /// feature at such paths, so each is tried with one connection only.
    var pathsBesideConnections: [String] = []
    /// What each of the two has of it, by their number.
    var steps: [BlockWorld.Moment: @Sendable (inout BlockWorld, Int) async throws -> Void] = [:]
    /// What the third has of it, and both with them.
    var common: @Sendable (inout BlockWorld) async throws -> Void = { _ in }
    /// What a connection of the two consists of.
    var connections: [BlockWorld.Connection: @Sendable (inout BlockWorld) async throws -> Void] = [:]

    /// The notes of all features.
    static let allNotes = FeatureFixture.all.reduce(into: Set<String>()) { $0.formUnion($1.blockMatrix.notes) }

    /// Whether the operation is of this feature, and its path begins with one of ``pathsBesideConnections``.
    func isBesideConnections(_ operation: String, at path: String) -> Bool {
        let segments = path.split(separator: "/")
        return rows[operation] != nil
            && pathsBesideConnections.contains { segments.starts(with: $0.split(separator: "/")) }
    }
}
