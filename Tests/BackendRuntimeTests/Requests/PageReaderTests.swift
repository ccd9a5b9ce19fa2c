import Foundation
import Networking
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime

@Suite struct PageReaderTests {
    private struct Note: StoreRecord, JSONKeyed {
        static let table = "notes"
        static let jsonKey = "note"

        let key: String
        let rank: Int64

        var indexEntries: [IndexEntry] { [IndexEntry("all", rank: rank)] }
    }

    private func call(size: Int, cursor: String?) throws -> RequestContext {
        let place = cursor?.addingPercentEncoding(withAllowedCharacters: .alphanumerics).map { "&cursor=\($0)" }
        let url = try #require(URL(string: "https://orbit.example/api/notes?limit=\(size)\(place ?? "")"))
        return RequestContext(
            request: HTTPRequest(method: .get, url: url), parameters: [:], origin: "192.0.2.1",
            now: Date(timeIntervalSince1970: 0))
    }

    @Test(arguments: [IndexQuery.Order.ascending, .descending], [1, 2, 3, 7, 100])
    func `pages within a range of ranks add up to the list of the range`(order: IndexQuery.Order, size: Int)
        async throws
    {
        let store = MemoryStore()
        let ranks: [Int64] = [.min, -1, 0, 1, 2, .max]
        try await store.transaction { transaction in
            for number in 0..<24 { try transaction.put(Note(key: "\(number)", rank: ranks[number % ranks.count])) }
        }
        let ranges: [ClosedRange<Int64>] = [.min ... .max, -1...1, 0...0, .min ... -1, 2 ... .max]
        for range in ranges {
            let whole = IndexQuery("all", ranks: range, order: order)
            let expected = try await store.read { try $0.list(Note.self, whole) }
            var (found, cursor) = ([Note](), String?.none)
            repeat {
                let call = try call(size: size, cursor: cursor)
                let page = try await store.read { reader in
                    try PageReader(call, list: "notes", order: order).page(
                        of: Note.self, from: [IndexQuery("all", ranks: range)], in: reader,
                        show: { (note: Note) -> Note? in note })
                }
                #expect(page.list.elements.count <= size)
                found += page.list.elements
                cursor = page.nextCursor
            } while cursor != nil && found.count <= expected.count
            #expect(found == expected, "\(range)")
        }
    }
}
