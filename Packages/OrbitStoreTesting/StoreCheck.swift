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
