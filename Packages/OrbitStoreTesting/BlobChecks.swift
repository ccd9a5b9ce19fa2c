import Foundation
import OrbitStore

extension StoreConformance {
    private static func blob(_ key: String, _ store: any BackendStore) async throws -> Data? {
        try await store.read { try $0.blob(Scan.self, key) }
    }

    static let blobChecks = [
        StoreCheck("a blob is read as it was written, and a record without a blob has nil") { database in
            let store = try await database.open()
            let large = Data((0..<300_000).map { (number: Int) in UInt8(number * 31 / 8 % 256) })
            let blobs = ["large": large, "empty": Data(), "zero": Data([0]), "all": Data(0...255)]
            try await store.transaction { transaction in
                for (key, bytes) in blobs {
                    try transaction.put(Scan(key: key))
                    try transaction.putBlob(bytes, of: Scan.self, key)
                }
                try transaction.put(Scan(key: "none"))
            }
            for (key, bytes) in blobs {
                try expect(try await blob(key, store) == bytes, "the blob of \(key) has different bytes")
            }
            try expect(try await blob("none", store), nil, "the blob of a record without a blob")
        },
        StoreCheck("a blob is replaced, kept when its record is put, and deleted with its record") { database in
            let store = try await database.open()
            for byte in [1, 2] as [UInt8] {
                try await store.transaction {
                    try $0.put(Scan(key: "a"))
                    try $0.putBlob(Data([byte]), of: Scan.self, "a")
                }
            }
            try await store.transaction { try $0.put(Scan(key: "a", title: "New")) }
            try expect(try await blob("a", store), Data([2]), "the blob")
            try await store.transaction { try $0.delete(Scan.self, "a") }
            try await store.transaction { try $0.put(Scan(key: "a")) }
            try expect(try await blob("a", store), nil, "the blob of a deleted record")
        },
        StoreCheck("the blob writes of a transaction that throws are rolled back") { database in
            let store = try await database.open()
            try await store.transaction {
                try $0.put(Scan(key: "a"))
                try $0.putBlob(Data([1]), of: Scan.self, "a")
            }
            for deletes in [false, true] {
                try await expect(TestError(), "a body that throws") {
                    try await store.transaction { transaction in
                        if deletes { try transaction.delete(Scan.self, "a") }
                        try transaction.putBlob(Data([2]), of: Scan.self, "a")
                        throw TestError()
                    }
                }
                try expect(try await blob("a", store), Data([1]), "the blob afterwards")
            }
        },
    ]
}
