/// A feature in the access matrix.
struct AccessFixture: Sendable {
    /// The bodies and header fields of requests, by operation.
    var requests: [String: AuthorizationRequest] = [:]
    /// The things that its operations are about, by the names of their kinds. A kind that is not named here has the
    /// default values.
    var kinds: [String: Kind] = [:]
    /// The responses that do not follow from the word of an operation.
    var exceptions: [AuthorizationResponse.Exception] = []
    /// The steps that make the things that the requests need.
    var steps: [AuthorizationWorld.Moment: @Sendable (inout AuthorizationWorld) async throws -> Void] = [:]

    /// The relation of callers to the things of one kind, such as meetups.
    struct Kind: Sendable {
        /// The roles that the person of a column has for such a thing.
        var standings: [AuthorizationColumn: Set<AccessRule.Caller>] = [.owner: [.owner]]
        /// The roles of all others who may know of it; `nil` if it does not exist for them.
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
