import Auth
import Foundation
import OrbitModels
import Testing

/// The requirements of every token store.
@Suite struct TokenStoreConformanceTests {
    @Test(arguments: TokenStoreKind.all)
    func `a new store has no session`(kind: TokenStoreKind) async throws {
        #expect(try await kind.makeStore().load() == .absent)
    }

    @Test(arguments: TokenStoreKind.all)
    func `a saved session is loaded unchanged`(kind: TokenStoreKind) async throws {
        let store = try kind.makeStore()
        try await store.save(.sample())
        #expect(await store.load() == .session(.sample()))
    }

    @Test(arguments: TokenStoreKind.all)
    func `a later session replaces the earlier session completely`(kind: TokenStoreKind) async throws {
        let store = try kind.makeStore()
        try await store.save(.sample(1))
        try await store.save(.sample(2))
        #expect(await store.load() == .session(.sample(2)))
    }

    @Test(arguments: TokenStoreKind.all)
    func `removing a session leaves the store empty, and may be repeated`(kind: TokenStoreKind) async throws {
        let store = try kind.makeStore()
        try await store.remove()
        try await store.save(.sample())
        try await store.remove()
        try await store.remove()
        #expect(await store.load() == .absent)
    }

    @Test(arguments: TokenStoreKind.all)
    func `a session can be saved after another was removed`(kind: TokenStoreKind) async throws {
        let store = try kind.makeStore()
        try await store.save(.sample(1))
        try await store.remove()
        try await store.save(.sample(2))
        #expect(await store.load() == .session(.sample(2)))
    }

    @Test(arguments: TokenStoreKind.all)
    func `changes under exclusive access are visible inside and to later reads`(kind: TokenStoreKind) async throws {
        let store = try kind.makeStore()
        let inside = try await store.withExclusiveAccess { tokens in
            #expect(tokens.load() == .absent)
            try tokens.save(.sample(1))
            try tokens.remove()
            #expect(tokens.load() == .absent)
            try tokens.save(.sample(2))
            return tokens.load()
        }
        #expect(inside == .session(.sample(2)))
        #expect(await store.load() == inside)
    }

    @Test(arguments: TokenStoreKind.all)
    func `concurrent exclusive changes are serialised`(kind: TokenStoreKind) async throws {
        let store = try kind.makeStore()
        try await store.save(.sample(0))
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    try await store.withExclusiveAccess { tokens in
                        guard case .session(let session) = tokens.load() else { return }
                        let number = session.userID.rawValue.split(separator: "-").last.flatMap { Int($0) } ?? -100
                        await Task {}.value
                        try tokens.save(.sample(number + 1))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await store.load() == .session(.sample(50)))
    }

    @Test(arguments: TokenStoreKind.all)
    func `loading does not wait for exclusive access`(kind: TokenStoreKind) async throws {
        let store = try kind.makeStore()
        try await store.withExclusiveAccess { tokens in
            try tokens.save(.sample())
            #expect(await store.load() == .session(.sample()))
        }
    }

    @Test(arguments: TokenStoreKind.all)
    func `a failed exchange keeps the session and releases the lock`(kind: TokenStoreKind) async throws {
        struct Offline: Error {}
        let store = try kind.makeStore()
        try await store.save(.sample(1))
        await #expect(throws: Offline.self) {
            try await store.withExclusiveAccess { _ in throw Offline() }
        }
        #expect(await store.load() == .session(.sample(1)))
        try await store.save(.sample(2))
    }

    @Test(arguments: TokenStoreKind.all)
    func `cancelling a wait throws a CancellationError and keeps the session`(kind: TokenStoreKind) async throws {
        let store = try kind.makeStore()
        try await store.save(.sample(1))
        try await store.withExclusiveAccess { _ in
            let waiter = Task { try await store.remove() }
            waiter.cancel()
            await #expect(throws: CancellationError.self) { try await waiter.value }
        }
        #expect(await store.load() == .session(.sample(1)))
    }

    @Test(arguments: TokenStoreKind.all)
    func `descriptions of stores and results do not contain tokens`(kind: TokenStoreKind) async throws {
        let store = try kind.makeStore()
        try await store.save(.sample())
        let outcome = await store.load()
        var shown = store.status.explanation + String(reflecting: store.status)
        for value in [store, outcome] as [any Sendable] {
            dump(value, to: &shown)
            shown += String(describing: value) + String(reflecting: value)
        }
        #expect(outcome == .session(.sample()))
        #expect(!shown.contains("canary"))
    }

    @Test(arguments: TokenStoreKind.all)
    func `fifty tasks exchange each token once`(kind: TokenStoreKind) async throws {
        let store = try kind.makeStore()
        try await store.save(.sample(0))
        let server = RotatingServer()
        for round in 0..<3 {
            try await withThrowingTaskGroup { group in
                for _ in 0..<50 {
                    group.addTask {
                        try await store.withExclusiveAccess { tokens in
                            // Only the expired token is exchanged. Later callers find the new token.
                            guard tokens.load() == .session(.sample(round)) else { return }
                            try tokens.save(try await server.exchange(.sample(round)))
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(await server.exchanges == 3)
        #expect(await store.load() == .session(.sample(3)))
    }
}

/// A server that issues and accepts each refresh token once.
private actor RotatingServer {
    struct ReuseDetected: Error {}

    private(set) var exchanges = 0

    func exchange(_ session: AuthSession) throws -> AuthSession {
        guard session == .sample(exchanges) else { throw ReuseDetected() }
        exchanges += 1
        return .sample(exchanges)
    }
}
