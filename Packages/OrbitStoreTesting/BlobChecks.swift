import Foundation
import OrbitStore

extension StoreConformance {
    private static func blob(_ key: String, _ store: any BackendStore) async throws -> Data? {
        try await store.read { try $0.blob(Scan.self, key) }
    }

    static let blobChecks = [
        StoreCheck("bytes beside a record come back, whatever they are") { database in
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
                try expect(try await blob(key, store) == bytes, "the bytes of \(key) are others")
            }
            try expect(try await blob("none", store), nil, "the bytes of a record without any")
        },
        StoreCheck("bytes are replaced, stay when their record is put, and go when it is deleted") { database in
            let store = try await database.open()
            for byte in [1, 2] as [UInt8] {
                try await store.transaction {
                    try $0.put(Scan(key: "a"))
                    try $0.putBlob(Data([byte]), of: Scan.self, "a")
                }
            }
            try await store.transaction { try $0.put(Scan(key: "a", title: "New")) }
            try expect(try await blob("a", store), Data([2]), "the bytes")
            try await store.transaction { try $0.delete(Scan.self, "a") }
            try await store.transaction { try $0.put(Scan(key: "a")) }
            try expect(try await blob("a", store), nil, "the bytes of a deleted record")
        },
        StoreCheck("bytes of a body that throws are not kept") { database in
            let store = try await database.open()
            try await store.transaction {
                try $0.put(Scan(key: "a"))
                try $0.putBlob(Data([1]), of: Scan.self, "a")
            }
            for deletes in [false, true] {
                try await expect(Mishap(), "a body that throws") {
                    try await store.transaction { transaction in
                        if deletes { try transaction.delete(Scan.self, "a") }
                        try transaction.putBlob(Data([2]), of: Scan.self, "a")
                        throw Mishap()
                    }
                }
                try expect(try await blob("a", store), Data([1]), "the bytes afterwards")
            }
        },
    ]
}
