import Foundation
import OrbitStore

extension StoreConformance {
    /// Texts with each character that keys, indexes and groups must not contain: at the end, in the middle and alone.
    private static let invalid: [String] = (Array(0...31) + [127] as [UInt8]).flatMap { byte in
        let character = String(UnicodeScalar(byte))
        return ["a\(character)", "a\(character)z", character]
    }

    /// Returns an incompressible text of `count` bytes.
    private static func long(_ count: Int, _ seed: UInt64) -> String {
        var state = seed
        let digits = (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(0x21 + (state >> 33) % 94)
        }
        return String(decoding: digits, as: UTF8.self)
    }

    static let nameChecks = [
        StoreCheck("a key with a control character matches no record, and its deletion affects no record") {
            database in
            let store = try await database.open()
            try await store.transaction { transaction in
                for key in ["a", "az", "z", ""] { try transaction.put(Scan(key: key)) }
                try transaction.putBlob(Data([1]), of: Scan.self, "a")
            }
            for key in invalid {
                let (record, records, blob) = try await store.transaction { transaction in
                    try transaction.delete(Scan.self, key)
                    return (
                        try transaction.get(Scan.self, key), try transaction.get(Scan.self, all: ["a", key, "z"]),
                        try transaction.blob(Scan.self, key)
                    )
                }
                let what = key.debugDescription
                try expect(record, nil, "the record of \(what)")
                try expect(records.keys.sorted(), ["a", "z"], "the records of a, \(what) and z")
                try expect(blob, nil, "the blob of \(what)")
            }
            let (keys, blob) = try await store.read {
                (try $0.positions(Scan.self, IndexQuery("all")).map(\.key), try $0.blob(Scan.self, "a"))
            }
            try expect(keys, ["", "a", "az", "z"], "the records with similar keys")
            try expect(blob, Data([1]), "the blob with a similar key")
        },
        StoreCheck("a query with a control character in its group, index or position lists nothing") { database in
            let store = try await database.open()
            try await store.put(Book(key: "a", shelf: "a"), Book(key: "b", shelf: ""), Book(key: "c", shelf: "az"))
            for text in invalid {
                let place = IndexPosition(rank: .min, key: text)
                for query in [Book.shelf(text), IndexQuery("shelf\(text)"), Book.shelf("a", after: place)] {
                    let found = try await store.read { reader in
                        let lists = try reader.list(Book.self, all: [query, Book.shelf("a"), query]).map {
                            $0.map(\.key)
                        }
                        let keys = try reader.positions(Book.self, query).map(\.key)
                        return lists + [keys, Array(repeating: "", count: try reader.count(Book.self, query))]
                    }
                    try expect(found, [[], ["a"], [], [], []], "\(query)")
                }
            }
        },
        StoreCheck("a write with a control character in a key or group is refused with its transaction") {
            database in
            let store = try await database.open()
            for text in invalid {
                for book in [Book(key: text), Book(key: "b", shelf: text), Book(key: "b", tags: ["x", text])] {
                    try await expect(StoreError.unwritableRecord(table: "books"), "putting \(book)") {
                        try await store.put(Book(key: "c"), book)
                    }
                }
                try await expect(StoreError.unwritableRecord(table: "photos"), "a blob of \(text.debugDescription)") {
                    try await store.transaction { transaction in
                        try transaction.put(Scan(key: "a"))
                        try transaction.putBlob(Data([1]), of: Scan.self, text)
                    }
                }
            }
            try expect(try await store.keys(IndexQuery("all")), [], "the books")
            try expect(try await store.read { try $0.count(Scan.self, IndexQuery("all")) }, 0, "the photos")
        },
        StoreCheck("keys and groups beyond ASCII are stored, and sort by the bytes of UTF-8") { database in
            let store = try await database.open()
            // Each text is in the normalized form NFC, so stores that compare Swift strings have the same order.
            let texts = ["a~", "z", "\u{E9}", "\u{65E5}\u{672C}", "\u{FF5E}", "\u{1F600}"]
            for text in texts.reversed() { try await store.put(Book(key: text, shelf: text)) }
            try expect(try await store.keys(IndexQuery("all")), texts, "ascending")
            try expect(
                try await store.keys(IndexQuery("all", order: .descending)), Array(texts.reversed()), "descending")
            let place = IndexPosition(rank: 0, key: "z")
            try expect(
                try await store.keys(IndexQuery("all", after: place)), Array(texts.dropFirst(2)), "the next page")
            for text in texts {
                try expect(try await store.year(text), 0, "the record of \(text)")
                try expect(try await store.keys(Book.shelf(text)), [text], "the group \(text)")
            }
        },
        StoreCheck("keys and groups of the maximum size differ by the last byte, and longer names are refused") {
            database in
            let store = try await database.open()
            // The limit applies to the total size of an index, a group and a key.
            let (key, group) = (long(1_024, 1), long(KeyRule.maxBytes - 1_025 - "shelf ".utf8.count, 2))
            for (keyEnd, groupEnd) in [("1", "1"), ("1", "2"), ("2", "1")] {
                try await store.put(Book(key: key + keyEnd, shelf: group + groupEnd))
            }
            try expect(try await store.keys(IndexQuery("all")), [key + "1", key + "2"], "the keys")
            try expect(try await store.keys(Book.shelf(group + "1")), [key + "2"], "a group")
            try expect(try await store.keys(Book.shelf(group + "2")), [key + "1"], "another group")
            let place = IndexPosition(rank: 0, key: key + "1")
            try expect(try await store.keys(IndexQuery("all", after: place)), [key + "2"], "the next page")
            for book in [
                Book(key: key + "1", shelf: group + "12"), Book(key: long(KeyRule.maxBytes + 1, 3)),
                Book(key: "a", shelf: long(KeyRule.maxBytes, 4)),
            ] {
                try await expect(StoreError.unwritableRecord(table: "books"), "putting a longer name") {
                    try await store.put(book)
                }
            }
            let longer = long(KeyRule.maxBytes + 1, 3)
            try expect(try await store.year(longer), nil, "a longer key")
            try expect(try await store.keys(Book.shelf(longer)), [], "a longer group")
        },
    ]
}
