import Foundation
import Testing
import TimeAndChance

@testable import OrbitStore

@Suite struct DecodedRecordsTests {
    private struct Page: StoreRecord, Equatable {
        static let table = "pages"
        let key: String
        var text = ""
        var indexEntries: [IndexEntry] { [] }
    }

    /// Another type of the same table.
    private struct Leaf: StoreRecord, Equatable {
        static let table = "pages"
        static let schema = 2
        let key: String
        var indexEntries: [IndexEntry] { [] }
    }

    private let coding = RecordCoding()

    private func read(_ key: String, _ bytes: Data, in decoded: DecodedRecords, schema: Int = 1) throws -> Page {
        try decoded.record(Page.self, key, from: bytes, schema: schema, by: coding)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a read through the cache returns the record that the bytes encode`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let decoded = DecodedRecords(capacity: 2_000)
        for _ in 0..<2_000 {
            let page = Page(
                key: "\(Int.random(in: 0..<8, using: &random))", text: "\(Int.random(in: 0..<4, using: &random))")
            #expect(try read(page.key, coding.encode(page), in: decoded) == page)
        }
    }

    @Test func `invalid bytes and later schemas are refused even after a valid record was cached`() throws {
        let decoded = DecodedRecords()
        let bytes = try coding.encode(Page(key: "a", text: "b"))
        #expect(try read("a", bytes, in: decoded).text == "b")
        #expect(throws: StoreError.unreadableRecord(table: "pages")) {
            try read("a", Data("{}".utf8), in: decoded)
        }
        #expect(throws: StoreError.newerSchema(table: "pages")) { try read("a", bytes, in: decoded, schema: 2) }
        #expect(try read("a", bytes, in: decoded).text == "b")
        #expect(try decoded.record(Leaf.self, "a", from: bytes, schema: 2, by: coding) == Leaf(key: "a"))
    }

    /// A value whose identity shows whether the record was decoded again.
    private final class Cover: Codable, Sendable {}

    private struct Bound: StoreRecord {
        static let table = "bound"
        let key: String
        var title = ""
        var cover = Cover()
        var indexEntries: [IndexEntry] { [] }
    }

    @Test func `equal bytes are decoded only once, and changed bytes are decoded again`() throws {
        let decoded = DecodedRecords()
        func cover(_ bytes: Data) throws -> Cover {
            try decoded.record(Bound.self, "a", from: bytes, schema: 1, by: coding).cover
        }
        let walden = try coding.encode(Bound(key: "a", title: "Walden"))
        let first = try cover(walden)
        #expect(try cover(walden) === first)
        #expect(try cover(coding.encode(Bound(key: "a", title: "Emma"))) !== first)
        #expect(try cover(walden) !== first)
    }

    @Test func `no record is cached after all records are removed`() throws {
        let decoded = DecodedRecords()
        let bytes = try coding.encode(Bound(key: "a", title: "Walden"))
        func cover() throws -> Cover { try decoded.record(Bound.self, "a", from: bytes, schema: 1, by: coding).cover }
        let first = try cover()
        #expect(decoded.size == bytes.count)
        decoded.removeAll()
        #expect(decoded.size == 0)
        #expect(try cover() !== first)
    }

    @Test func `the cache of decoded records never exceeds its capacity`() throws {
        let decoded = DecodedRecords(capacity: 10_000)
        for number in 0..<1_000 {
            let page = Page(key: "\(number)", text: String(repeating: "a", count: number))
            #expect(try read(page.key, coding.encode(page), in: decoded) == page)
            #expect(decoded.size <= 10_000)
        }
        #expect(decoded.size > 4_000)
        let large = Page(key: "large", text: String(repeating: "a", count: 20_000))
        #expect(try read("large", coding.encode(large), in: decoded) == large)
        #expect(decoded.size <= 10_000)
    }
}
