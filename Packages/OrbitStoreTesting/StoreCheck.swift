public import OrbitStore

/// A check of one requirement of a store.
public struct StoreCheck: Sendable, CustomStringConvertible {
    /// The requirement, as a sentence.
    public let name: String
    private let body: @Sendable (StoreUnderTest) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (StoreUnderTest) async throws -> Void) {
        (self.name, self.body) = (name, body)
    }

    /// The ``name``.
    public var description: String { name }

    /// Runs the check on a new database.
    ///
    /// - Parameter makeStore: returns an empty database that no other check uses.
    /// - Throws: ``RequirementViolation`` if the store violates the requirement, or an error that the store has thrown.
    public func run(on makeStore: @Sendable () async throws -> StoreUnderTest) async throws {
        try await body(try await makeStore())
    }
}

/// A violated requirement of a store.
public struct RequirementViolation: Error, Hashable, CustomStringConvertible {
    /// The expected and the actual behavior, in English.
    public let description: String
}

/// Throws a fault unless the values are equal.
func expect<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) throws {
    guard value == expected else { throw RequirementViolation(description: "\(what): \(value) instead of \(expected)") }
}

/// Throws a fault unless the condition is true.
func expect(_ isSo: Bool, _ what: String) throws {
    guard isSo else { throw RequirementViolation(description: what) }
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
        throw RequirementViolation(description: "\(what): \(error) was thrown")
    }
    throw RequirementViolation(description: "\(what): nothing was thrown")
}

/// A database under test, with the operations that checks apply to it.
public struct StoreUnderTest: Sendable {
    /// Returns a store on the database, as another server would open it. If servers cannot share the database, such as
    /// one in memory, each call returns the same store.
    public var open: @Sendable () async throws -> any BackendStore
    /// Crashes all open stores, as if their process was killed. Writes that are not durable are lost.
    public var crash: (@Sendable () async throws -> Void)?
    /// Makes the database fail in the given way from the next call on. `nil` ends the failure.
    public var faultInjection: (@Sendable (StoreFaultInjection?) async throws -> Void)?

    /// Creates a database under test without ``crash`` and ``faultInjection``.
    ///
    /// - Parameter open: returns a store on the database.
    public init(open: @escaping @Sendable () async throws -> any BackendStore) {
        self.open = open
    }
}

/// A way in which a database fails.
public enum StoreFaultInjection: Hashable, Sendable {
    /// The database can be read, but not written.
    case readOnly
    /// The database has no space left.
    case full
    /// Another program holds the database lock until the failure ends.
    case busy
}
