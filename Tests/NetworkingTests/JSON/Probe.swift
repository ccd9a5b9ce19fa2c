import Foundation

/// Decodes a value from a document, and records its description.
///
/// The document itself contains the question, so a generator of documents can create questions too. For example,
/// `{"ask": "int", "of": …}` requests the value of `of` as an `Int`.
struct Probe: Decodable {
    let answer: String

    private enum Keys: String, CodingKey {
        case ask, of, text, more
    }

    /// The questions, with the functions that decode their values.
    static let questions: [String: @Sendable (any Decoder) throws -> String] = [
        "bool": { try asked($0, Bool.self) }, "text": { try asked($0, String.self) },
        "int": { try asked($0, Int.self) }, "int8": { try asked($0, Int8.self) },
        "int16": { try asked($0, Int16.self) },
        "int32": { try asked($0, Int32.self) }, "int64": { try asked($0, Int64.self) },
        "uint": { try asked($0, UInt.self) }, "uint8": { try asked($0, UInt8.self) },
        "uint16": { try asked($0, UInt16.self) }, "uint32": { try asked($0, UInt32.self) },
        "uint64": { try asked($0, UInt64.self) }, "double": { try asked($0, Double.self) },
        "float": { try asked($0, Float.self) }, "date": { try asked($0, Date.self) },
        "url": { try asked($0, URL.self) }, "data": { try asked($0, Data.self) },
        "decimal": { try asked($0, Decimal.self) }, "optional": { try asked($0, Int?.self) },
        "texts": { try asked($0, [String].self) }, "ints": { try asked($0, [Int].self) },
        "doubles": { try asked($0, [Double?].self) }, "dates": { try asked($0, [Date].self) },
        "lists": { try asked($0, [[Bool]].self) },
        "table": { decoder in
            let table = try? asked(decoder, [String: Int].self) { "\($0.sorted { $0.key < $1.key })" }
            return table ?? "none"  // with several faults, the first that is found depends on the order of a dictionary
        },
        "names": { decoder in
            let names = try decoder.container(keyedBy: Keys.self).nestedContainer(keyedBy: AnyKey.self, forKey: .of)
            return "\(names.allKeys.map(\.stringValue).sorted())"
        },
        "members": { decoder in
            let object = try decoder.container(keyedBy: Keys.self).nestedContainer(keyedBy: Keys.self, forKey: .of)
            let text = try object.decodeIfPresent(String.self, forKey: .text)
            let more = try object.decodeIfPresent(Double.self, forKey: .more)
            let isNull = try object.decodeNil(forKey: .ask)
            return "\(text ?? "none") \(more ?? -1) \(isNull) \(object.contains(.of))"
        },
        "super": { decoder in
            let object = try decoder.container(keyedBy: Keys.self)
            let other = try object.superDecoder(forKey: .of).singleValueContainer()
            if other.decodeNil() { return "null" }
            return "\(try other.decode(Int.self)) \(try Int(from: object.superDecoder()))"
        },
        "turns": { decoder in
            var list = try decoder.container(keyedBy: Keys.self).nestedUnkeyedContainer(forKey: .of)
            var turns = "\(list.count ?? -1)"
            while !list.isAtEnd {
                turns += try
                    " \(list.decodeNil() ? "null" : list.currentIndex % 2 == 0 ? list.decode(String.self) : "\(list.decode(Int16.self))")"
            }
            turns += try " \(list.decode(Bool.self))"
            return turns
        },
        "nested": { decoder in
            var list = try decoder.container(keyedBy: Keys.self).nestedUnkeyedContainer(forKey: .of)
            let object = try list.nestedContainer(keyedBy: Keys.self)
            var inner = try list.nestedUnkeyedContainer()
            let more = try object.decode(Probe.self, forKey: .more)
            return "\(more.answer) \(try inner.decode(Float.self)) \(try list.superDecoder().codingPath.count)"
        },
    ]

    init(from decoder: any Decoder) throws {
        let question = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .ask)
        guard let answer = Self.questions[question] else { throw Unasked() }
        self.answer = try answer(decoder)
    }

    private struct Unasked: Error {}

    private static func asked<Value: Decodable>(
        _ decoder: any Decoder, _ type: Value.Type, _ write: (Value) -> String = { "\($0)" }
    ) throws -> String {
        let object = try decoder.container(keyedBy: Keys.self)
        var answer = write(try object.decode(type, forKey: .of))
        if let again = try object.decodeIfPresent(type, forKey: .of) { answer += " " + write(again) }
        return answer + " " + write(try object.superDecoder(forKey: .of).singleValueContainer().decode(type))
    }
}

/// A key with any name.
private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
