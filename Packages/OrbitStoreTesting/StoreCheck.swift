public import OrbitStore

/// One thing that a store must do.
public struct StoreCheck: Sendable, CustomStringConvertible {
    /// Says what it is, in a sentence.
    public let name: String
    private let body: @Sendable (StoreUnderTest) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (StoreUnderTest) async throws -> Void) {
        (self.name, self.body) = (name, body)
    }

    /// The name.
    public var description: String { name }

    /// Checks a store.
    ///
    /// - Parameter makeStore: gives a database that is empty and that no other check uses.
    /// - Throws: ``StoreFault``, which says what was wrong, or what the store has thrown.
    public func run(on makeStore: @Sendable () async throws -> StoreUnderTest) async throws {
        try await body(try await makeStore())
    }
}

/// What a store has done wrong.
public struct StoreFault: Error, Hashable, CustomStringConvertible {
    /// In English.
    public let description: String
}

/// Throws a fault unless the two are equal.
func expect<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) throws {
    guard value == expected else { throw StoreFault(description: "\(what): \(value) instead of \(expected)") }
}

/// Throws a fault unless it is so.
func expect(_ isSo: Bool, _ what: String) throws {
    guard isSo else { throw StoreFault(description: what) }
}

/// Throws a fault unless the body throws the error.
func expect<Failure: Error & Equatable>(
    _ error: Failure, _ what: String, _ body: () async throws -> Void
) async throws {
    do {
        try await body()
    } catch let thrown as Failure where thrown == error {
        return
    } catch {
        throw StoreFault(description: "\(what): \(error) was thrown")
    }
    throw StoreFault(description: "\(what): nothing was thrown")
}

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
