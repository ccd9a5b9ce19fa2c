import Foundation
import OrbitStore

extension StoreConformance {
    static let recordChecks = [
        StoreCheck("a stored record is read, and an absent record is nil") { database in
            let store = try await database.open()
            try await store.put(Book(key: "a", year: 1813))
            let (a, b) = try await store.read { (try $0.get(Book.self, "a"), try $0.get(Book.self, "b")) }
            try expect(a, Book(key: "a", year: 1813), "the record that was put")
            try expect(b, nil, "a record that was not put")
        },
        StoreCheck("values of every type are read as they were written") { database in
            let store = try await database.open()
            let dates = [0, -1e9 / 3, 1e11, 0.1, -62_135_769_600].map(Date.init(timeIntervalSinceReferenceDate:))
            let texts = [
                "", " ", "\u{0}a\u{0}", "'; DROP TABLE records; --", "\"\\/\u{8}\n\r\t", "e\u{301} \u{e9}", "👩‍👩‍👧‍👦",
                "\u{202e}x",
                "\u{feff}", "\u{fffd}", String(repeating: "ß", count: 100_000),
            ]
            var all: [AllTypesRecord] = texts.map { AllTypesRecord(key: "", text: $0) }
            all += dates.map { AllTypesRecord(key: "", date: $0) }
            all += [0.1, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1 / 3].map {
                AllTypesRecord(key: "", number: $0)
            }
            all += [Int64.min, .max, 1 << 53 + 1].map { AllTypesRecord(key: "", integer: $0) }
            all += [AllTypesRecord(key: "", absent: ""), AllTypesRecord(key: "", bytes: Data(0...255))]
            all += [AllTypesRecord(key: "", list: [[:], ["a": nil, "": 1]])]
            for index in all.indices { all[index].key = "\(index)" }
            try await store.transaction { [all] in for oddity in all { try $0.put(oddity) } }
            for oddity in all {
                let found = try await store.read { try $0.get(AllTypesRecord.self, oddity.key) }
                // Texts of different scalars can be equal.
                try expect(found.map { Array($0.text.utf8) }, Array(oddity.text.utf8), "the text of \(oddity.key)")
                try expect(found, oddity, "the values of \(oddity.key)")
            }
        },
        StoreCheck("keys and groups are distinguished by every character") { database in
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
        StoreCheck("a second put replaces the record and its index entries") { database in
            let store = try await database.open()
            try await store.put(Book(key: "a", year: 1813, tags: ["x", "y"]))
            try await store.put(Book(key: "a", shelf: "essays", year: 1850, tags: ["y"]))
            try expect(try await store.keys(Book.shelf()), [], "the previous shelf")
            try expect(try await store.keys(Book.shelf("essays")), ["a"], "the new shelf")
            try expect(try await store.keys(IndexQuery("tag", group: "x")), [], "the removed tag")
            try expect(
                try await store.read { try $0.positions(Book.self, IndexQuery("all")) },
                [IndexPosition(rank: 1850, key: "a")], "all books")
        },
        StoreCheck("a delete removes a record and its index entries, and ignores an absent record") { database in
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
        StoreCheck("equal keys of different tables are independent") { database in
            let store = try await database.open()
            try await store.transaction {
                try $0.put(Book(key: "a"))
                try $0.put(Scan(key: "a", title: "Ada"))
                try $0.delete(Book.self, "a")
            }
            try expect(
                try await store.read { try $0.get(Scan.self, "a")?.title }, "Ada", "the record of the other table")
            try expect(try await store.keys(IndexQuery("all")), [], "the index of the same name")
        },
        StoreCheck("a read of many keys returns each existing record, also for repeated keys") { database in
            let store = try await database.open()
            let keys = (0..<700).map { "\($0)" }
            try await store.transaction { for key in keys where key != "5" { try $0.put(Book(key: key)) } }
            let found = try await store.read { try $0.get(Book.self, all: keys + ["0", "none"]) }
            try expect(Set(found.keys), Set(keys).subtracting(["5"]), "the keys that were found")
            try expect(
                found.allSatisfy { $0.key == $0.value.key }, "a record is returned under the key of another record")
            try expect(try await store.read { try $0.get(Book.self, all: []).count }, 0, "the records of no keys")
        },
    ]

    static let versionChecks = [
        StoreCheck("an unreadable record is set aside, and readable records are returned") { database in
            let store = try await database.open()
            try await store.transaction { try $0.put(WrongTypeRecord(key: "a")) }
            try await store.put(Book(key: "b", year: 1), Book(key: "c", year: 2), Book(key: "d", year: 3))
            let (listed, got, all, aside) = try await store.read { reader in
                let listed = try reader.list(Book.self, Book.shelf(limit: 2)).map(\.key)
                let got = try reader.get(Book.self, all: ["a", "c"]).keys.sorted()
                return (
                    listed, got, try reader.list(Book.self, all: [Book.shelf()]).map { $0.map(\.key) },
                    reader.quarantined
                )
            }
            try expect(listed, ["b", "c"], "a list with a limit and an unreadable record")
            try expect(got, ["c"], "the records of several keys")
            try expect(all, [["b", "c", "d"]], "the lists of several queries")
            try expect(Set(aside), [UnreadableRecord(table: "books", key: "a")], "the records that were set aside")
            try await expect(StoreError.unreadableRecord(table: "books"), "reading the unreadable record") {
                _ = try await store.year("a")
            }
            let positions = try await store.read { try $0.positions(Book.self, Book.shelf()).map(\.key) }
            try expect(positions, ["a", "b", "c", "d"], "the keys of the index")
            try expect(try await store.read { try $0.count(Book.self, Book.shelf()) }, 4, "the count of the index")
        },
        StoreCheck("a record of an earlier schema is migrated, and stored in the new schema") { database in
            let store = try await database.open()
            try await store.put(Book(key: "a", shelf: "essays"))
            let listed = try await store.read { try $0.list(NewerSchemaRecord.self, Book.shelf("essays")) }
            try expect(listed, [NewerSchemaRecord(key: "a", shelves: ["essays"])], "the migrated records")
            try await store.transaction { transaction in
                guard var book = try transaction.get(NewerSchemaRecord.self, "a") else { return }
                book.shelves.append("gifts")
                try transaction.put(book)
            }
            let found = try await store.read { try $0.list(NewerSchemaRecord.self, Book.shelf("gifts")) }
            try expect(
                found, [NewerSchemaRecord(key: "a", shelves: ["essays", "gifts"])], "the records after the update")
        },
        StoreCheck("a record of a later schema is neither read nor overwritten") { database in
            let store = try await database.open()
            let later = NewerSchemaRecord(key: "a", shelves: ["novels", "gifts"])
            try await store.transaction { try $0.put(later) }
            let error = StoreError.newerSchema(table: "books")
            try await expect(error, "reading the later record") { _ = try await store.year("a") }
            try await expect(error, "overwriting the later record") {
                try await store.put(Book(key: "b"), Book(key: "a"))
            }
            let (listed, aside) = try await store.read { (try $0.list(Book.self, Book.shelf()), $0.quarantined) }
            try expect(listed, [], "the list of the earlier version")
            try expect(Set(aside), [UnreadableRecord(table: "books", key: "a")], "the records that were set aside")
            let read = try await store.read { try $0.get(NewerSchemaRecord.self, "a") }
            try expect(read, later, "the record of the later version")
        },
        StoreCheck("a record that cannot be encoded rolls back its transaction") { database in
            let store = try await database.open()
            // A store that does not encode records may accept the value.
            do {
                try await store.transaction {
                    try $0.put(Book(key: "a"))
                    try $0.put(AllTypesRecord(key: "a", number: .infinity))
                }
            } catch StoreError.unwritableRecord(table: "oddities") {
                try expect(try await store.year("a"), nil, "the record before the refused record")
            }
        },
    ]
}
