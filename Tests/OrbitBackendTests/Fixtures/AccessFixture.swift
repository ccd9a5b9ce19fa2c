/// The part of a feature in the access matrix.
struct AccessFixture: Sendable {
    /// The bodies and header fields of requests, by operation. An operation without either needs no entry.
    var requests: [String: AuthorizationRequest] = [:]
    /// The relation of callers to the things of the feature's operations, by kind.
    ///
    /// The kind of `{meetup_id}` is `meetup`; see ``AccessRule/of``. A kind without an entry has the default values:
    /// only the owner knows of it, and all others get 404.
    var kinds: [String: Kind] = [:]
    /// Responses that differ from those that the role of the operation implies.
    var exceptions: [AuthorizationResponse.Exception] = []
    /// The steps that make the things that requests are about, and put them into ``AuthorizationWorld/identifiers``.
    var steps: [AuthorizationWorld.SetupPhase: @Sendable (inout AuthorizationWorld) async throws -> Void] = [:]

    /// The relation of callers to the things of one kind, such as meetups.
    ///
    /// | Caller | Response |
    /// |---|---|
    /// | The caller's roles contain the role of the operation. | Success |
    /// | The caller has roles, but not the role of the operation. | 403 |
    /// | The caller has no roles, or may not see the owner. | 404 |
    ///
    /// A thing that all on campus see, and that its author may withdraw:
    ///
    /// ```swift
    /// AccessFixture.Kind(roles: [.owner: [.person, .author]], others: [.person])
    /// ```
    struct Kind: Sendable {
        /// The roles that apply to the person of a column.
        var roles: [AuthorizationColumn: Set<AccessRule.Role>] = [.owner: [.owner]]
        /// The roles that apply to all others who may see the owner; `nil` if they may not know of the thing.
        var others: Set<AccessRule.Role>?
        /// Whether only the people that the thing belongs to know of it. Callers without a profile then get 404 in
        /// place of 403.
        var isOfParties = false
        /// Whether operations about the thing read a list. A caller who may not see the thing gets an empty list
        /// instead of 404.
        var isList = false

        private static let all = FeatureFixture.joined(\.accessMatrix.kinds)

        /// The kind of a name, such as `meetup`.
        static func named(_ name: String) -> Kind { all[name] ?? Kind() }
    }
}
