public import OrbitStore

/// A database that is checked, and what can be done to it.
public struct StoreUnderTest: Sendable {
    /// Gives a store on the database: each call as another server would have it. A store that several cannot share, such as
    /// one in memory, gives the same one.
    public var open: @Sendable () async throws -> any BackendStore
    /// Ends all stores that are open as a process does that is killed: what was not yet kept is lost.
    public var crash: (@Sendable () async throws -> Void)?
    /// Has the database fail, from the next call on; `nil` ends that.
    public var sabotage: (@Sendable (StoreSabotage?) async throws -> Void)?

    /// A database on which stores can be opened.
    public init(open: @escaping @Sendable () async throws -> any BackendStore) {
        self.open = open
    }
}

/// How a database fails.
public enum StoreSabotage: Hashable, Sendable {
    /// It can be read and not written.
    case readOnly
    /// There is no room for more.
    case full
    /// Another holds its lock for as long as this lasts.
    case busy
}
