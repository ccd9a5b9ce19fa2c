import Foundation
import OrbitStore
import Testing

@Suite struct RecordCodingTests {
    private struct Score: StoreRecord, Equatable {
        static let table = "scores"
        let key: String
        var points: Double
        var indexEntries: [IndexEntry] { [] }
    }

    /// A later schema of the same table, with points for each round.
    private struct Rounds: StoreRecord, Equatable {
        static let table = "scores"
        static let schema = 2
        let key: String
        var rounds: [Double]
        var indexEntries: [IndexEntry] { [] }

        init(key: String, rounds: [Double]) { (self.key, self.rounds) = (key, rounds) }

        init(from decoder: any Decoder, schema: Int) throws {
            let before = try Score(from: decoder)
            self.init(key: before.key, rounds: [before.points])
        }
    }

    private let coding = RecordCoding()

    @Test func `decoding accepts the current schema, migrates an earlier schema, and refuses a later schema`() throws {
        let first = try coding.encode(Score(key: "a", points: 0.1))
        let second = try coding.encode(Rounds(key: "a", rounds: [0.1, 2]))
        #expect(try coding.decode(Score.self, from: first, schema: 1) == Score(key: "a", points: 0.1))
        #expect(try coding.decode(Rounds.self, from: first, schema: 1) == Rounds(key: "a", rounds: [0.1]))
        #expect(try coding.decode(Rounds.self, from: second, schema: 2) == Rounds(key: "a", rounds: [0.1, 2]))
        #expect(throws: StoreError.newerSchema(table: "scores")) {
            try coding.decode(Score.self, from: second, schema: 2)
        }
    }

    @Test func `invalid JSON is refused when decoding, and NaN is refused when encoding`() {
        for schema in [0, 1, 2] {
            #expect(throws: StoreError.unreadableRecord(table: "scores")) {
                try coding.decode(Rounds.self, from: Data(#"{"key":"#.utf8), schema: schema)
            }
        }
        #expect(throws: StoreError.unwritableRecord(table: "scores")) {
            try coding.encode(Score(key: "a", points: .nan))
        }
    }
}
