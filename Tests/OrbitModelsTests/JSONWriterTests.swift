import Foundation
import OrbitModels
import Testing

@Suite struct JSONWriterTests {
    /// The encoder of Foundation with the same rules.
    private static let oracle: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(try #require(RFC3339.string(from: date)))
        }
        return encoder
    }()

    private func expectSame(_ value: some Encodable) throws {
        let (own, oracle) = (try OrbitJSON.encoder.encode(value), try Self.oracle.encode(value))
        #expect(String(decoding: own, as: UTF8.self) == String(decoding: oracle, as: UTF8.self))
    }

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try OrbitJSON.encoder.encode(value), as: UTF8.self)
    }

    @Test func `a writer writes every control character and every length of text like JSONEncoder`() throws {
        for scalar in 0..<0x100 {
            let character = String(try #require(Unicode.Scalar(scalar)))
            for count in 0..<18 {
                try expectSame(
                    String(repeating: "é", count: count % 3) + String(repeating: "a", count: count) + character)
            }
        }
        try expectSame(["a/b", "\"\\", "👩‍👩‍👧", "שלום", "\u{2028}"])
    }

    @Test func `a writer writes numbers like JSONEncoder`() throws {
        try expectSame([
            0.0, -0.0, 1, -1.5, 1e21, 1e-7, 123_456_789.125, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
        ])
        try expectSame([Float(0.1), 16_777_216, 1e-10])
        try expectSame([Int.min, 0, .max])
        try expectSame([UInt64.max])
        try expectSame([Int8.min])
        try expectSame([Decimal(string: "12345678901234567890.5")])
    }

    @Test func `a writer writes values that are not objects or lists, and values without members, like JSONEncoder`()
        throws
    {
        struct Empty: Encodable {}
        try expectSame(1)
        try expectSame(true)
        try expectSame("text")
        try expectSame(Int?.none)
        try expectSame([Int]())
        try expectSame([[Int]](repeating: [], count: 2))
        try expectSame([String: Int]())
        try expectSame([Empty(), Empty()])
        try expectSame([1, nil, 3])
    }

    @Test func `a writer writes dates, data and addresses as texts`() throws {
        struct Values: Encodable {
            var date = Date(timeIntervalSince1970: 1_700_000_000.25)
            var data = Data([0xFF, 0xFE, 0xFB])
            var url = URL(string: "https://example.org/a?b=c")
            var nested = [Date(timeIntervalSince1970: 0)]
        }
        try expectSame(Values())
    }

    @Test func `a writer sorts members by name, in objects of every size`() throws {
        for count in 0...40 {
            let names = (0..<count).map { number in
                String(repeating: "member", count: number % 3) + String((number * 37) % 41)
            }
            let values = Dictionary(names.map { ($0, [$0: 1, "a": 2]) }) { first, _ in first }
            #expect(try text(values) == String(decoding: Self.oracle.encode(values), as: UTF8.self))
        }
    }

    /// A type that uses its containers in every order that `Encoder` allows.
    private struct Unusual: Encodable {
        enum Key: String, CodingKey { case zebra, list, object, again, apple, parent, written }

        var base = ["b": 1]

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(1, forKey: .zebra)
            var list = object.nestedUnkeyedContainer(forKey: .list)
            var inner = object.nestedContainer(keyedBy: Key.self, forKey: .object)
            try object.encode("first", forKey: .apple)
            try list.encode(1)
            try inner.encode([1, 2], forKey: .zebra)
            var again = encoder.container(keyedBy: Key.self)
            try again.encodeNil(forKey: .again)
            var deepest = list.nestedContainer(keyedBy: Key.self)
            try inner.encode("inner", forKey: .apple)
            try list.encode("last")
            try deepest.encode(true, forKey: .written)
            try base.encode(to: object.superEncoder(forKey: .parent))
            try base.encode(to: encoder)
        }
    }

    @Test func `a writer accepts containers that are written alternately`() throws {
        try expectSame(Unusual())
        try expectSame([Unusual(), Unusual()])
        try expectSame(["x": Unusual(), "a": Unusual()])
    }

    private class Parent: Encodable {
        var name = "parent"
    }

    private final class Child: Parent {
        enum CodingKeys: String, CodingKey { case own }

        override func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: CodingKeys.self)
            try object.encode(1, forKey: .own)
            try super.encode(to: object.superEncoder())
        }
    }

    @Test func `a writer writes the part of a superclass under its own name`() throws { try expectSame([Child()]) }

    @Test func `a writer keeps the last of two members with one name`() throws {
        struct Twice: Encodable {
            enum Key: String, CodingKey { case b, a }
            func encode(to encoder: any Encoder) throws {
                var object = encoder.container(keyedBy: Key.self)
                try object.encode(1, forKey: .b)
                try object.encode(2, forKey: .a)
                try object.encode([3, 4], forKey: .b)
            }
        }
        #expect(try text(Twice()) == #"{"a":2,"b":[3,4]}"#)
    }

    /// Encodes a list, and skips elements that fail.
    private struct Lenient: Encodable {
        let values: [Double]

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: AnyKey.self)
            for (place, value) in values.enumerated() {
                try? object.encode(["value": [value]], forKey: AnyKey(stringValue: "m\(9 - place)"))
            }
            var list = object.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "list"))
            for value in values { try? list.encode([[1, value]]) }
        }

        struct AnyKey: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
    }

    @Test func `a writer leaves nothing of a value whose encoding fails`() throws {
        #expect(
            try text(Lenient(values: [1, .nan, 2, .infinity]))
                == #"{"list":[[[1,1]],[[1,2]]],"m7":{"value":[2]},"m9":{"value":[1]}}"#)
    }

    @Test func `a writer names the path of a value that JSON cannot represent`() throws {
        let value = ["a": [[1.0], [2, .nan]]]
        let error = #expect(throws: EncodingError.self) { try OrbitJSON.encoder.encode(value) }
        guard case .invalidValue(_, let context)? = error else { return }
        #expect(context.codingPath.map(\.stringValue) == ["a", "Index 1", "Index 1"])
    }

    @Test func `a writer refuses a value that encodes nothing, and one that encodes two forms`() throws {
        struct Nothing: Encodable { func encode(to encoder: any Encoder) throws {} }
        struct Both: Encodable {
            func encode(to encoder: any Encoder) throws {
                _ = encoder.unkeyedContainer()
                try ["a": 1].encode(to: encoder)
            }
        }
        #expect(throws: EncodingError.self) { try OrbitJSON.encoder.encode(Nothing()) }
        #expect(throws: EncodingError.self) { try OrbitJSON.encoder.encode(Both()) }
        #expect(throws: EncodingError.self) { try OrbitJSON.encoder.encode([Both()]) }
        #expect(throws: EncodingError.self) { try OrbitJSON.encoder.encode(Date(timeIntervalSince1970: 1e300)) }
    }
}
