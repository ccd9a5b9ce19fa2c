import OrbitStore

extension StoreConformance {
    static let transactionChecks = [
        StoreCheck("a transaction sees its own writes") { database in
            let store = try await database.open()
            let seen = try await store.transaction { transaction in
                try transaction.put(Book(key: "a", year: 1))
                let listed = try transaction.list(Book.self, Book.shelf()).map(\.key)
                let count = try transaction.count(Book.self, Book.shelf())
                try transaction.delete(Book.self, "a")
                return listed + ["\(count)", try transaction.get(Book.self, "a")?.key ?? "gone"]
            }
            try expect(seen, ["a", "1", "gone"], "the writes that the transaction has read")
        },
        StoreCheck("a transaction that throws is rolled back") { database in
            let store = try await database.open()
            try await store.put(Book(key: "a", year: 1, tags: ["x"]), Book(key: "b", year: 2))
            try await expect(TestError(), "a body that throws") {
                try await store.transaction { transaction in
                    try transaction.put(Book(key: "a", shelf: "essays", year: 9))
                    try transaction.put(Book(key: "a", shelf: "poems", year: 8))
                    try transaction.put(Book(key: "c", year: 3))
                    try transaction.delete(Book.self, "b")
                    // These reads may fill a cache, which must not return the records later.
                    _ = try transaction.get(Book.self, all: ["a", "c"])
                    _ = try transaction.list(Book.self, Book.shelf("poems"))
                    throw TestError()
                }
            }
            try expect(try await store.keys(Book.shelf()), ["a", "b"], "the shelf")
            for query in [Book.shelf("essays"), Book.shelf("poems")] {
                try expect(try await store.read { try $0.count(Book.self, query) }, 0, "\(query)")
            }
            try expect(try await store.keys(IndexQuery("tag", group: "x")), ["a"], "the tag")
            try expect(try await store.year("a"), 1, "the record")
            let found = try await store.read { try $0.get(Book.self, all: ["a", "b", "c"]).mapValues(\.year) }
            try expect(found, ["a": 1, "b": 2], "the records of several keys")
        },
        StoreCheck("a transaction that throws does not affect concurrent commits") { database in
            let store = try await database.open()
            await withTaskGroup { group in
                for number in 0..<60 {
                    group.addTask {
                        do {
                            try await store.transaction { transaction in
                                try transaction.put(Book(key: "\(number)"))
                                if number % 3 == 0 { throw TestError() }
                            }
                        } catch {
                            // A third of the bodies throw.
                        }
                    }
                }
            }
            let expected = Set((0..<60).filter { $0 % 3 != 0 }.map { "\($0)" })
            try expect(Set(try await store.keys(Book.shelf())), expected, "the committed records")
        },
        StoreCheck("every read that begins after a commit sees the commit") { database in
            let store = try await database.open()
            for year in 1...100 as ClosedRange<Int64> {
                try await store.put(Book(key: "a", year: year))
                try expect(try await store.year("a"), year, "the last commit")
            }
        },
        StoreCheck("two stores on a database see each other's commits immediately") { database in
            let stores = [try await database.open(), try await database.open()]
            for year in 1...60 as ClosedRange<Int64> {
                try await stores[Int(year) % 2].put(Book(key: "a", year: year))
                try expect(try await stores[Int(year + 1) % 2].year("a"), year, "the commit of the other store")
            }
        },
    ]

    static let contentionChecks = [
        StoreCheck("sixteen concurrent writers of two stores lose no update") { database in
            let stores = [try await database.open(), try await database.open()]
            try await stores[0].put(Book(key: "a"))
            try await withThrowingTaskGroup { group in
                for writer in 0..<16 {
                    group.addTask {
                        for _ in 0..<25 {
                            try await stores[writer % 2].transaction { transaction in
                                var book = try transaction.get(Book.self, "a") ?? Book(key: "none")
                                book.year += 1
                                try transaction.put(book)
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            try expect(try await stores[1].year("a"), 400, "the count of 400 updates")
        },
        StoreCheck("two concurrent transactions cannot invalidate each other's reads (write skew)") { database in
            let stores = [try await database.open(), try await database.open()]
            for round in 0..<40 {
                try await stores[0].put(Book(key: "0", shelf: "\(round)"), Book(key: "1", shelf: "\(round)"))
                try await withThrowingTaskGroup { group in
                    for side in 0..<2 {
                        group.addTask {
                            try await stores[side].transaction { transaction in
                                let here = try transaction.count(Book.self, Book.shelf("\(round)"))
                                if here == 2 { try transaction.put(Book(key: "\(side)", shelf: "away")) }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                let left = try await stores[0].keys(Book.shelf("\(round)")).count
                try expect(left, 1, "the records that stay in round \(round)")
            }
        },
        StoreCheck("a thousand concurrent transactions fill a limit of ten records exactly") { database in
            let stores = [try await database.open(), try await database.open()]
            try await withThrowingTaskGroup { group in
                for number in 0..<1_000 {
                    group.addTask {
                        try await stores[number % 2].transaction { transaction in
                            guard try transaction.count(Book.self, Book.shelf(limit: 10)) < 10 else { return }
                            try transaction.put(Book(key: "\(number)"))
                        }
                    }
                }
                try await group.waitForAll()
            }
            try expect(try await stores[0].keys(Book.shelf()).count, 10, "the number of records")
        },
        StoreCheck("a read sees a single snapshot during concurrent writes") { database in
            let stores = [try await database.open(), try await database.open()]
            try await stores[0].put(Book(key: "a", year: 50), Book(key: "b", year: 50))
            try await withThrowingTaskGroup { group in
                for writer in 0..<2 {
                    group.addTask {
                        for step in 0..<100 as Range<Int64> {
                            try await stores[writer].put(Book(key: "a", year: step), Book(key: "b", year: 100 - step))
                        }
                    }
                }
                for reader in 0..<2 {
                    group.addTask {
                        for _ in 0..<100 {
                            let sums = try await stores[reader].read { reader in
                                var sums: [Int64] = []
                                for _ in 0..<4 {
                                    let listed = try reader.list(Book.self, Book.shelf()).map(\.year).reduce(0, +)
                                    let got = try ["a", "b"].compactMap { try reader.get(Book.self, $0)?.year }
                                    sums += [listed, got.reduce(0, +)]
                                }
                                return sums
                            }
                            try expect(Set(sums), [100], "the sums that every snapshot has")
                        }
                    }
                }
                try await group.waitForAll()
            }
        },
    ]
}
