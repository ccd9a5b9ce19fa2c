import Foundation
import OrbitStore

extension StoreConformance {
    static let recordChecks = [
        StoreCheck("what was put is got, and nothing else") { database in
            let store = try await database.open()
            try await store.put(Book(key: "a", year: 1813))
            let (a, b) = try await store.read { (try $0.get(Book.self, "a"), try $0.get(Book.self, "b")) }
            try expect(a, Book(key: "a", year: 1813), "the record that was put")
            try expect(b, nil, "a record that was not put")
        },
        StoreCheck("values come back as they were") { database in
            let store = try await database.open()
            let dates = [0, -1e9 / 3, 1e11, 0.1, -62_135_769_600].map(Date.init(timeIntervalSinceReferenceDate:))
            let texts = [
                "", " ", "\u{0}a\u{0}", "'; DROP TABLE records; --", "\"\\/\u{8}\n\r\t", "e\u{301} \u{e9}", "👩‍👩‍👧‍👦",
                "\u{202e}x",
                "\u{feff}", "\u{fffd}", String(repeating: "ß", count: 100_000),
            ]
            var all: [Oddity] = texts.map { Oddity(key: "", text: $0) }
            all += dates.map { Oddity(key: "", date: $0) }
            all += [0.1, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1 / 3].map {
                Oddity(key: "", number: $0)
            }
            all += [Int64.min, .max, 1 << 53 + 1].map { Oddity(key: "", integer: $0) }
            all += [Oddity(key: "", absent: ""), Oddity(key: "", bytes: Data(0...255))]
            all += [Oddity(key: "", list: [[:], ["a": nil, "": 1]])]
            for index in all.indices { all[index].key = "\(index)" }
            try await store.transaction { [all] in for oddity in all { try $0.put(oddity) } }
            for oddity in all {
                let found = try await store.read { try $0.get(Oddity.self, oddity.key) }
                // Texts of different scalars can be equal.
                try expect(found.map { Array($0.text.utf8) }, Array(oddity.text.utf8), "the text of \(oddity.key)")
                try expect(found, oddity, "the values of \(oddity.key)")
            }
        },
        StoreCheck("keys and groups are told apart by every character") { database in
            let store = try await database.open()
            let names = [
                "a", "A", "aa", "a ", " a", "a%", "a_", "a'", "a\"", "a/b", "a\\b", "a>b", "0", "00", "~!@#$^&*()",
            ]
            for name in names { try await store.put(Book(key: name, shelf: name, tags: ["x"])) }
            for name in names {
                try expect(try await store.keys(Book.shelf(name)), [name], "the shelf \(name)")
                try expect(
                    try await store.read { try $0.get(Book.self, name)?.shelf }, name, "the record \(name)")
            }
            let tagged = try await store.keys(IndexQuery("tag", group: "x"))
            try expect(tagged, names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, "the order of keys")
        },
        StoreCheck("a second put replaces the first, entries included") { database in
            let store = try await database.open()
            try await store.put(Book(key: "a", year: 1813, tags: ["x", "y"]))
            try await store.put(Book(key: "a", shelf: "essays", year: 1850, tags: ["y"]))
            try expect(try await store.keys(Book.shelf()), [], "the shelf it has left")
            try expect(try await store.keys(Book.shelf("essays")), ["a"], "its shelf")
            try expect(try await store.keys(IndexQuery("tag", group: "x")), [], "the tag it has lost")
            try expect(
                try await store.read { try $0.keys(Book.self, IndexQuery("all")) },
                [IndexPosition(rank: 1850, key: "a")], "all books")
        },
        StoreCheck("what was deleted is gone, and deleting what is not there is fine") { database in
            let store = try await database.open()
            try await store.put(Book(key: "a", tags: ["x"]))
            try await store.transaction {
                try $0.delete(Book.self, "a")
                try $0.delete(Book.self, "b")
            }
            try expect(try await store.year("a"), nil, "a deleted record")
            for query in [Book.shelf(), IndexQuery("all"), IndexQuery("tag", group: "x")] {
                try expect(try await store.read { try $0.count(Book.self, query) }, 0, "entries of a deleted record")
            }
        },
        StoreCheck("tables keep equal keys apart") { database in
            let store = try await database.open()
            try await store.transaction {
                try $0.put(Book(key: "a"))
                try $0.put(Scan(key: "a", title: "Ada"))
                try $0.delete(Book.self, "a")
            }
            try expect(try await store.read { try $0.get(Scan.self, "a")?.title }, "Ada", "the other table's record")
            try expect(try await store.keys(IndexQuery("all")), [], "the index of the same name")
        },
        StoreCheck("many keys are got at once, whichever there are and however often") { database in
            let store = try await database.open()
            let keys = (0..<700).map { "\($0)" }
            try await store.transaction { for key in keys where key != "5" { try $0.put(Book(key: key)) } }
            let found = try await store.read { try $0.get(Book.self, all: keys + ["0", "none"]) }
            try expect(Set(found.keys), Set(keys).subtracting(["5"]), "the keys that were found")
            try expect(found.allSatisfy { $0.key == $0.value.key }, "a record stands under another's key")
            try expect(try await store.read { try $0.get(Book.self, all: []).count }, 0, "of no keys")
        },
    ]

    static let versionChecks = [
        StoreCheck("a record that cannot be read is set aside, and the others go on") { database in
            let store = try await database.open()
            try await store.transaction { try $0.put(WrongTypeRecord(key: "a")) }
            try await store.put(Book(key: "b", year: 1), Book(key: "c", year: 2), Book(key: "d", year: 3))
            let (listed, got, all, aside) = try await store.read { reader in
                let listed = try reader.list(Book.self, Book.shelf(limit: 2)).map(\.key)
                let got = try reader.get(Book.self, all: ["a", "c"]).keys.sorted()
                return (
                    listed, got, try reader.list(Book.self, all: [Book.shelf()]).map { $0.map(\.key) }, reader.setAside
                )
            }
            try expect(listed, ["b", "c"], "what a limit covers, beside what cannot be read")
            try expect(got, ["c"], "what was got of many")
            try expect(all, [["b", "c", "d"]], "what was listed of many")
            try expect(Set(aside), [UnreadableRecord(table: "books", key: "a")], "what was set aside")
            try await expect(StoreError.unreadableRecord(table: "books"), "getting it alone") {
                _ = try await store.year("a")
            }
            let positions = try await store.read { try $0.keys(Book.self, Book.shelf()).map(\.key) }
            try expect(positions, ["a", "b", "c", "d"], "keys, which need no record")
            try expect(try await store.read { try $0.count(Book.self, Book.shelf()) }, 4, "the count")
        },
        StoreCheck("a record of an earlier version is migrated, and written in the new form") { database in
            let store = try await database.open()
            try await store.put(Book(key: "a", shelf: "essays"))
            let listed = try await store.read { try $0.list(NewerSchemaRecord.self, Book.shelf("essays")) }
            try expect(listed, [NewerSchemaRecord(key: "a", shelves: ["essays"])], "what was migrated")
            try await store.transaction { transaction in
                guard var book = try transaction.get(NewerSchemaRecord.self, "a") else { return }
                book.shelves.append("gifts")
                try transaction.put(book)
            }
            let found = try await store.read { try $0.list(NewerSchemaRecord.self, Book.shelf("gifts")) }
            try expect(found, [NewerSchemaRecord(key: "a", shelves: ["essays", "gifts"])], "what was written again")
        },
        StoreCheck("a record of a later version is neither read nor overwritten") { database in
            let store = try await database.open()
            let later = NewerSchemaRecord(key: "a", shelves: ["novels", "gifts"])
            try await store.transaction { try $0.put(later) }
            let error = StoreError.newerSchema(table: "books")
            try await expect(error, "getting it") { _ = try await store.year("a") }
            try await expect(error, "overwriting it") { try await store.put(Book(key: "b"), Book(key: "a")) }
            let (listed, aside) = try await store.read { (try $0.list(Book.self, Book.shelf()), $0.setAside) }
            try expect(listed, [], "what an earlier version lists")
            try expect(Set(aside), [UnreadableRecord(table: "books", key: "a")], "what was set aside")
            let read = try await store.read { try $0.get(NewerSchemaRecord.self, "a") }
            try expect(read, later, "what the later version reads")
        },
        StoreCheck("a record that cannot be written is refused, with all of its transaction") { database in
            let store = try await database.open()
            // A store that does not encode records may accept the value.
            do {
                try await store.transaction {
                    try $0.put(Book(key: "a"))
                    try $0.put(Oddity(key: "a", number: .infinity))
                }
            } catch StoreError.unwritableRecord(table: "oddities") {
                try expect(try await store.year("a"), nil, "what was put before it")
            }
        },
    ]
}
