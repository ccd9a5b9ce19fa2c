/// A feature in the matrix of blocks.
struct BlockFixture: Sendable {
    /// By operation, one for each.
    var rows: [String: BlockRow] = [:]
    /// What bodies name, by operation: members that the requests of ``AuthorizationRequest`` are filled from.
    var named: [String: [String]] = [:]
    /// Kinds of things that only those who have made them can name, by the parameters of paths. They give nobody away.
    var notes: Set<String> = []
    /// Beginnings of the paths of operations that the connection of the two makes no difference to. They are tried with
    /// one connection only.
    var pathsBesideConnections: [String] = []
    /// What each of the two has of it, by their number.
    var steps: [BlockWorld.Moment: @Sendable (inout BlockWorld, Int) async throws -> Void] = [:]
    /// What the third has of it, and both with them.
    var common: @Sendable (inout BlockWorld) async throws -> Void = { _ in }
    /// What a connection of the two consists of.
    var connections: [BlockWorld.Connection: @Sendable (inout BlockWorld) async throws -> Void] = [:]

    /// The notes of all features.
    static let allNotes = FeatureFixture.all.reduce(into: Set<String>()) { $0.formUnion($1.blockMatrix.notes) }
    /// The paths of all features that the connection makes no difference to.
    static let allPathsBesideConnections = FeatureFixture.all.flatMap(\.blockMatrix.pathsBesideConnections)
}
