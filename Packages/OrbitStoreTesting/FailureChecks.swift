import Foundation
import OrbitStore

extension StoreConformance {
    static let crashChecks = [
        StoreCheck("acknowledged transactions survive a crash, and no transaction is stored in part") { database in
            for round in 0..<3 {
                let store = try await database.open()
                let acknowledged = await withTaskGroup(of: String?.self) { group in
                    for number in 0..<40 {
                        group.addTask {
                            do {
                                try await store.transaction { transaction in
                                    try transaction.put(Book(key: "\(round) \(number)", tags: ["t"]))
                                    try transaction.put(Scan(key: "\(round) \(number)"))
                                    try transaction.putBlob(Data([1]), of: Scan.self, "\(round) \(number)")
                                }
                                return "\(round) \(number)"
                            } catch {
                                return nil
                            }
                        }
                    }
                    return await group.reduce(into: Set<String>()) { if let key = $1 { $0.insert(key) } }
                }
                try expect(acknowledged.count, 40, "the number of acknowledged transactions")
                try await database.crash?()
                let (books, photos, blobs) = try await database.open().read { reader in
                    let books = Set(try reader.list(Book.self, IndexQuery("tag", group: "t")).map(\.key))
                    let photos = Set(try reader.positions(Scan.self, IndexQuery("all")).map(\.key))
                    return (books, photos, Set(try photos.filter { try reader.blob(Scan.self, $0) != nil }))
                }
                try expect(acknowledged.isSubset(of: books), "acknowledged records are lost")
                try expect(books == photos && photos == blobs, "a transaction is stored in part")
            }
        }
    ]

    static let faultInjectionChecks = [
        StoreCheck("a write to a read-only store fails as read-only, and reads succeed") { database in
            try await fails(.readOnly, with: .readOnly, database)
        },
        StoreCheck("a write to a full store fails as full and stores nothing, and reads succeed") { database in
            try await fails(.full, with: .full, database)
        },
        StoreCheck("a write to a locked store fails as unavailable, and reads succeed") { database in
            try await fails(.busy, with: .unavailable, database)
        },
    ]

    private static func fails(
        _ fault: StoreFaultInjection, with error: StoreError, _ database: StoreUnderTest
    ) async throws {
        guard let fail = database.faultInjection else {
            throw RequirementViolation(description: "the store under test has no fault injection")
        }
        let store = try await database.open()
        try await store.put(Book(key: "a", year: 1))
        try await fail(fault)
        try await expect(error, "writing") {
            try await store.transaction { transaction in
                try transaction.put(Book(key: "b"))
                for number in 0..<64 {
                    try transaction.putBlob(Data(repeating: 7, count: 250_000), of: Scan.self, "\(number)")
                }
            }
        }
        try expect(try await store.keys(Book.shelf()), ["a"], "the records during the failure")
        try await fail(nil)
        try await store.put(Book(key: "c", year: 2))
        try expect(try await store.keys(Book.shelf()), ["a", "c"], "the records after the failure")
    }
}
