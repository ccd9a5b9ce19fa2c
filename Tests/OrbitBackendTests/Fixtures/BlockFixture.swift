/// A feature in the matrix of blocks.
struct BlockFixture: Sendable {
    /// The row of each operation.
    var rows: [String: BlockRow] = [:]
    /// Members of bodies that name things, by operation. ``AuthorizationRequest`` fills them in.
    var named: [String: [String]] = [:]
    /// Kinds of things that only those who have made them can name, by the parameters of paths. They give nobody away.
    var notes: Set<String> = []
    /// Beginnings of paths, in whole segments. The connection of the two makes no difference to operations of this
    /// feature at such paths, so each is tried with one connection only.
    var pathsBesideConnections: [String] = []
    /// The steps that make things of one of the two, who is given by number.
    var steps: [BlockWorld.Moment: @Sendable (inout BlockWorld, Int) async throws -> Void] = [:]
    /// The step that makes things of the third, and of both with the third.
    var common: @Sendable (inout BlockWorld) async throws -> Void = { _ in }
    /// The steps that make a connection of the two.
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
