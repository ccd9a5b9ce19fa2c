/// The container of a single value. What the document does not read at once is left to `JSONDecoder`, errors included.
extension ValueReader: SingleValueDecodingContainer {
    @inline(__always)
    private func read<Value: Decodable>(_ atOnce: (Int) -> Value?) throws -> Value {
        if place >= 0, let value = atOnce(place) { return value }
        return try rare(Value.self)
    }

    func decodeNil() -> Bool { isNull }
    func decode(_: Bool.Type) throws -> Bool { try read(document.truth) }
    func decode(_: String.Type) throws -> String { try read(document.text) }
    func decode(_: Double.Type) throws -> Double { try read(document.double) }
    func decode(_ type: Float.Type) throws -> Float { try rare(type) }
    func decode(_: Int.Type) throws -> Int { try read(document.integer) }
    func decode(_: Int8.Type) throws -> Int8 { try read(document.integer) }
    func decode(_: Int16.Type) throws -> Int16 { try read(document.integer) }
    func decode(_: Int32.Type) throws -> Int32 { try read(document.integer) }
    func decode(_: Int64.Type) throws -> Int64 { try read(document.integer) }
    func decode(_: UInt.Type) throws -> UInt { try read(document.integer) }
    func decode(_: UInt8.Type) throws -> UInt8 { try read(document.integer) }
    func decode(_: UInt16.Type) throws -> UInt16 { try read(document.integer) }
    func decode(_: UInt32.Type) throws -> UInt32 { try read(document.integer) }
    func decode(_: UInt64.Type) throws -> UInt64 { try read(document.integer) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }
}
