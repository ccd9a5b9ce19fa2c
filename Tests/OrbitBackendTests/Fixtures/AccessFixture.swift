/// A feature in the access matrix.
struct AccessFixture: Sendable {
    /// What requests need beside their path, by operation.
    var requests: [String: AuthorizationRequest] = [:]
    /// The things that its operations are about, by the names of their kinds. A kind that is not named here has the
    /// default values.
    var kinds: [String: Kind] = [:]
    /// Where the word of an operation is not all there is to say.
    var exceptions: [AuthorizationResponse.Exception] = []
    /// What the requests need of the world.
    var steps: [AuthorizationWorld.Moment: @Sendable (inout AuthorizationWorld) async throws -> Void] = [:]

    /// What callers are to the things of one kind, such as meetups.
    struct Kind: Sendable {
        /// What the person of a column is to one of them.
        var standings: [AuthorizationColumn: Set<AccessRule.Caller>] = [.owner: [.owner]]
        /// What all others who may know of it are to it; `nil` if there is none for them.
        var others: Set<AccessRule.Caller>?
        /// Whether it exists only for the people it belongs to, whatever profile others have.
        var isOfParties = false
        /// Whether it is a list, which is empty for those who may not know of it, as one that never existed.
        var isList = false

        private static let all = FeatureFixture.joined(\.accessMatrix.kinds)

        /// The kind of a name, such as `meetup`.
        static func named(_ name: String) -> Kind { all[name] ?? Kind() }
    }
}
