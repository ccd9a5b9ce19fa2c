import OrbitModels

/// The elements of a list in order. An element that could not be decoded remains the next element.
struct ListReader: UnkeyedDecodingContainer {
    private let list: ValueReader
    private var place: Int
    private(set) var currentIndex = 0

    init(_ list: ValueReader) {
        self.list = list
        place = list.place + 1
    }

    private var document: JSONDocument { list.document }
    var codingPath: [any CodingKey] { list.codingPath }
    var count: Int? { Int(document.entries[list.place].length) }
    var isAtEnd: Bool { place >= document.next(after: list.place) }

    /// Returns the next element without taking it.
    private func element(as type: any Any.Type) throws -> ValueReader {
        let index = PathKey.element(currentIndex)
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type,
                DecodingError.Context(
                    codingPath: list.codingPath + [index], debugDescription: "the list has no more elements"))
        }
        return ValueReader(place, of: list, index)
    }

    private mutating func skip() {
        place = document.next(after: place)
        currentIndex += 1
    }

    @inline(__always)
    private mutating func take<Value>(_ read: (ValueReader) throws -> Value) throws -> Value {
        let value = try read(element(as: Value.self))
        skip()
        return value
    }

    @inline(__always)
    private mutating func take<Value: Decodable>(_ atOnce: (Int) -> Value?) throws -> Value {
        let value =
            if !isAtEnd, let value = atOnce(place) {
                value
            } else {
                try element(as: Value.self).decodeByFallback(Value.self)
            }
        skip()
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard try element(as: Any?.self).isNull else { return false }
        skip()
        return true
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try take { try $0.container(keyedBy: type) }
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take { try $0.unkeyedContainer() }
    }
    mutating func superDecoder() throws -> any Decoder { try take { $0 } }

    mutating func decode(_: Bool.Type) throws -> Bool { try take(document.truth) }
    mutating func decode(_: String.Type) throws -> String { try take(document.text) }
    mutating func decode(_: Double.Type) throws -> Double { try take(document.double) }
    mutating func decode(_ type: Float.Type) throws -> Float { try take { try $0.decodeByFallback(type) } }
    mutating func decode(_: Int.Type) throws -> Int { try take(document.integer) }
    mutating func decode(_: Int8.Type) throws -> Int8 { try take(document.integer) }
    mutating func decode(_: Int16.Type) throws -> Int16 { try take(document.integer) }
    mutating func decode(_: Int32.Type) throws -> Int32 { try take(document.integer) }
    mutating func decode(_: Int64.Type) throws -> Int64 { try take(document.integer) }
    mutating func decode(_: UInt.Type) throws -> UInt { try take(document.integer) }
    mutating func decode(_: UInt8.Type) throws -> UInt8 { try take(document.integer) }
    mutating func decode(_: UInt16.Type) throws -> UInt16 { try take(document.integer) }
    mutating func decode(_: UInt32.Type) throws -> UInt32 { try take(document.integer) }
    mutating func decode(_: UInt64.Type) throws -> UInt64 { try take(document.integer) }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try take { try $0.value(type) } }
}
