import OrbitStore

extension StoreConformance {
    private static let books = [("c", 3), ("a", 5), ("b", 3), ("d", -1)].map { Book(key: $0, year: Int64($1)) }

    private static func shelved(_ database: StoreUnderTest, _ books: [Book] = books) async throws -> any BackendStore {
        let store = try await database.open()
        try await store.transaction { for book in books { try $0.put(book) } }
        return store
    }

    static let indexChecks = [
        StoreCheck("a group is listed by rank and then by key, in both orders") { database in
            let store = try await shelved(database)
            try expect(try await store.keys(Book.shelf()), ["d", "b", "c", "a"], "ascending")
            try expect(try await store.keys(Book.shelf(order: .descending)), ["a", "c", "b", "d"], "descending")
        },
        StoreCheck("a list contains no records of other groups and indexes") { database in
            let store = try await shelved(database)
            for query in [Book.shelf("essays"), Book.shelf(""), IndexQuery("none"), IndexQuery("all", group: "novels")]
            {
                try expect(try await store.keys(query), [], "\(query)")
            }
        },
        StoreCheck("a range of ranks includes both bounds") { database in
            let store = try await shelved(database)
            try expect(try await store.keys(Book.shelf(ranks: -1...3)), ["d", "b", "c"], "between two ranks")
            try expect(try await store.keys(Book.shelf(ranks: 6...9)), [], "a range without records")
            try expect(try await store.keys(Book.shelf(ranks: .min ... -1)), ["d"], "from the lowest rank")
            try expect(
                try await store.keys(Book.shelf(ranks: 5 ... .max, order: .descending)), ["a"], "to the highest rank")
        },
        StoreCheck("a limit keeps the first records in the order of the query") { database in
            let store = try await shelved(database)
            try expect(try await store.keys(Book.shelf(limit: 2)), ["d", "b"], "ascending")
            try expect(try await store.keys(Book.shelf(order: .descending, limit: 2)), ["a", "c"], "descending")
            for limit in [0, -1, .min] {
                try expect(try await store.keys(Book.shelf(limit: limit)), [], "a limit of \(limit)")
            }
        },
        StoreCheck("the lowest and the highest possible rank are valid") { database in
            let store = try await shelved(
                database, [("a", .min), ("b", .max), ("c", 0)].map { Book(key: $0, year: $1) })
            try expect(try await store.keys(Book.shelf()), ["a", "c", "b"], "all ranks in order")
            try expect(try await store.keys(Book.shelf(ranks: .max ... .max)), ["b"], "the highest rank")
        },
        StoreCheck("a record can be in several groups of an index") { database in
            let store = try await shelved(
                database, [Book(key: "a", year: 2, tags: ["x", "y"]), Book(key: "b", year: 1, tags: ["y", "z"])])
            for (tag, keys) in [("x", ["a"]), ("y", ["b", "a"]), ("z", ["b"])] {
                try expect(try await store.keys(IndexQuery("tag", group: tag)), keys, "the tag \(tag)")
            }
            try await store.put(Book(key: "a", year: 0, tags: ["y", "z"]))
            for (tag, keys) in [("x", []), ("y", ["a", "b"]), ("z", ["a", "b"])] {
                try expect(try await store.keys(IndexQuery("tag", group: tag)), keys, "the tag \(tag) after the update")
            }
        },
        StoreCheck("several queries are listed at once, in the order of the queries") { database in
            let store = try await shelved(
                database, (0..<40).map { Book(key: "\($0)", shelf: "\($0 % 4)", year: Int64($0)) })
            let queries = [
                Book.shelf("3", limit: 2), Book.shelf("none"), Book.shelf("0", order: .descending, limit: 1),
                Book.shelf("3", ranks: 30...40), Book.shelf("3", limit: 2),
            ]
            let lists = try await store.read { try $0.list(Book.self, all: queries).map { $0.map(\.key) } }
            try expect(lists, [["3", "7"], [], ["36"], ["31", "35", "39"], ["3", "7"]], "the lists")
            try expect(try await store.read { try $0.list(Book.self, all: []).count }, 0, "the lists of no queries")
        },
        StoreCheck("keys and counts match the list of the same query") { database in
            let store = try await shelved(database)
            for query in [
                Book.shelf(), Book.shelf(order: .descending), Book.shelf(ranks: 0...4), Book.shelf(limit: 3),
                Book.shelf(limit: 0), Book.shelf(limit: -5), Book.shelf("none"),
                Book.shelf(order: .descending, after: IndexPosition(rank: 3, key: "c"), limit: 1),
            ] {
                let (list, positions, count) = try await store.read {
                    (try $0.list(Book.self, query), try $0.positions(Book.self, query), try $0.count(Book.self, query))
                }
                let expected = list.map { IndexPosition(rank: $0.year, key: $0.key) }
                try expect(positions, expected, "the keys of \(query)")
                try expect(count, list.count, "the count of \(query)")
            }
        },
    ]

    static let pagingChecks = [
        StoreCheck("pages of any size add up to the whole list, in both orders") { database in
            let store = try await shelved(
                database, (0..<60).map { Book(key: "k\($0)", year: Int64($0 * 7 % 60 / 9) - 3) })
            for order in [IndexQuery.Order.ascending, .descending] {
                let whole = try await store.keys(Book.shelf(order: order))
                for size in [1, 7, 60] {
                    var (keys, place) = ([String](), IndexPosition?.none)
                    while keys.count <= whole.count {
                        let page = try await store.read { [place] in
                            try $0.list(Book.self, Book.shelf(order: order, after: place, limit: size))
                        }
                        keys += page.map(\.key)
                        guard let last = page.last else { break }
                        place = IndexPosition(rank: last.year, key: last.key)
                    }
                    try expect(keys, whole, "pages of \(size)")
                }
            }
        },
        StoreCheck("pages of keys contain each record of a table once, in ascending order") { database in
            let store = try await database.open()
            let keys = ["", "a", "b", "bb", "~", "é", "\u{10FFFD}"]
            try await store.transaction { transaction in
                for key in keys.reversed() { try transaction.put(WrongTypeRecord(key: key)) }
                try transaction.put(Scan(key: "c"))
                // A record without index entries.
                try transaction.put(AllTypesRecord(key: "d"))
            }
            for size in [1, 3, 7, 100] {
                var (found, last) = ([String](), String?.none)
                while found.count <= keys.count {
                    let page = try await store.read { [last] in try $0.keys(Book.self, after: last, limit: size) }
                    try expect(page.count <= size, "a page of \(size) has \(page.count) keys")
                    guard let end = page.last else { break }
                    found += page
                    last = end
                }
                try expect(found, keys, "pages of \(size) keys")
            }
            let (single, absent, none, invalid) = try await store.read {
                (
                    try $0.keys(AllTypesRecord.self, after: nil, limit: 9),
                    try $0.keys(Book.self, after: "ba", limit: 2), try $0.keys(Book.self, after: nil, limit: 0),
                    try $0.keys(Book.self, after: "a\u{0}", limit: 9)
                )
            }
            try expect(single, ["d"], "the keys of records without entries")
            try expect(absent, ["bb", "~"], "the keys after an absent key")
            try expect(none, [], "no keys")
            try expect(invalid, [], "the keys after an invalid key")
        },
        StoreCheck("a page can begin after an absent position, and stays within the ranks") { database in
            let store = try await shelved(database)
            let gone = IndexPosition(rank: 3, key: "bb")
            try expect(try await store.keys(Book.shelf(after: gone)), ["c", "a"], "ascending")
            try expect(try await store.keys(Book.shelf(order: .descending, after: gone)), ["b", "d"], "descending")
            try expect(
                try await store.keys(Book.shelf(ranks: 5...9, after: gone)), ["a"], "a position before the ranks")
            try expect(try await store.keys(Book.shelf(ranks: -9...0, after: gone)), [], "a position after the ranks")
            for (rank, order) in [(Int64.max, IndexQuery.Order.ascending), (.min, .descending)] {
                let end = IndexPosition(rank: rank, key: rank > 0 ? "~" : "")
                try expect(
                    try await store.keys(Book.shelf(order: order, after: end)), [], "a position after all records")
            }
        },
        StoreCheck("records of the lowest and the highest possible rank are listed with any key") { database in
            let store = try await database.open()
            let keys = ["", "a", "~", "é", "\u{10FFFD}"]
            for rank in [Int64.min, .max] {
                try await store.transaction { for key in keys { try $0.put(Book(key: key, year: rank)) } }
                for order in [IndexQuery.Order.ascending, .descending] {
                    let expected = order == .ascending ? keys : keys.reversed()
                    try expect(try await store.keys(Book.shelf(order: order)), expected, "\(order), rank \(rank)")
                    let (positions, count) = try await store.read {
                        (
                            try $0.positions(Book.self, Book.shelf(order: order)),
                            try $0.count(Book.self, Book.shelf(order: order))
                        )
                    }
                    try expect(positions.map(\.key), expected, "the positions, \(order), rank \(rank)")
                    try expect(count, keys.count, "the count, \(order), rank \(rank)")
                    for (key, next) in zip(expected, expected.dropFirst()) {
                        let place = IndexPosition(rank: rank, key: key)
                        let page = try await store.keys(Book.shelf(order: order, after: place, limit: 1))
                        try expect(page, [next], "after \(key.debugDescription), \(order), rank \(rank)")
                    }
                }
            }
        },
    ]
}
