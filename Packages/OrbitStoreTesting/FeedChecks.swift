import OrbitStore
import TimeAndChance

extension StoreConformance {
    /// Returns whether a subscriber receives `topic` no later than `last`, by name or as `.anything`.
    ///
    /// - Throws: `RequirementViolation` if the subscriber does not receive `last` within ``patience``.
    private static func hears(
        _ topic: String, before last: String, in changes: AsyncStream<StoreChange>
    ) async throws -> Bool {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask { await listen(for: topic, before: last, in: changes) }
            group.addTask {
                try await SystemClock().sleep(for: patience)
                throw RequirementViolation(description: "a subscriber received no change within \(patience)")
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }

    /// The maximum time until a subscriber receives a change, for a busy machine.
    private static let patience: Duration = .seconds(30)

    private static func listen(
        for topic: String, before last: String, in changes: AsyncStream<StoreChange>
    ) async -> Bool {
        var isHeard = false
        for await change in changes {
            switch change {
            case .topics(let topics):
                isHeard = isHeard || topics.contains(topic)
                if topics.contains(last) { return isHeard }
            case .anything: return true
            }
        }
        return false
    }

    static let feedChecks = [
        StoreCheck("subscribers of every store receive a topic after its commit is readable") { database in
            let stores = [try await database.open(), try await database.open()]
            for (teller, listener) in [(0, 0), (0, 1), (1, 0)] {
                let changes = stores[listener].changes()
                let topic = "topic \(teller) \(listener)"
                try await stores[teller].transaction { transaction in
                    try transaction.put(Book(key: topic))
                    transaction.announce(topic)
                    transaction.announce("end")
                }
                let isHeard = try await hears(topic, before: "end", in: changes)
                try expect(isHeard, "store \(listener) did not receive the topic of store \(teller)")
                try expect(try await stores[listener].year(topic), 0, "the record of the announcing transaction")
            }
        },
        StoreCheck("the topics of a transaction that throws are not sent") { database in
            let store = try await database.open()
            let changes = store.changes()
            // The stream may begin with `.anything`. Once it contains a topic by name, the store sends all later topics
            // by name.
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    while true {
                        try await store.transaction { $0.announce("begin") }
                        try await SystemClock().sleep(for: .milliseconds(20))
                    }
                }
                group.addTask { _ = await named(before: "begin", in: changes) }
                defer { group.cancelAll() }
                try await group.next()
            }
            try await expect(TestError(), "a body that throws") {
                try await store.transaction { transaction in
                    transaction.announce("never")
                    throw TestError()
                }
            }
            try await store.transaction { $0.announce("end") }
            let told = await named(before: "end", in: changes)
            try expect(!told.contains("never"), "the topic of a transaction that threw was sent")
        },
    ]

    /// Returns the topics that a subscriber receives by name, up to and including `last`.
    private static func named(before last: String, in changes: AsyncStream<StoreChange>) async -> Set<String> {
        var heard: Set<String> = []
        for await case .topics(let topics) in changes {
            heard.formUnion(topics)
            if topics.contains(last) { break }
        }
        return heard
    }
}
