/// Writes one value of a document. It is the `Encoder` that is passed to a type's conformance.
struct ValueWriter: Encoder {
    let output: JSONOutput
    /// The level of the value in its output.
    let level: Int

    init(_ output: JSONOutput, _ level: Int) {
        (self.output, self.level) = (output, level)
    }

    var codingPath: [any CodingKey] { output.path }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        output.beginObject(at: level)
        return KeyedEncodingContainer(ObjectWriter<Key>(object: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        output.beginList(at: level)
        return ListWriter(list: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension ValueWriter: SingleValueEncodingContainer {
    func encodeNil() throws { try output.add(level) { $0.add("null") } }
    func encode(_ value: Bool) throws { try output.add(level) { $0.add(value ? "true" : "false") } }
    func encode(_ value: String) throws { try output.add(level) { $0.add(quoting: value) } }
    func encode(_ value: Double) throws { try output.add(level, number: value) }
    func encode(_ value: Float) throws { try output.add(level, number: value) }
    func encode(_ value: Int) throws { try output.add(level) { $0.add(value) } }
    func encode(_ value: Int8) throws { try output.add(level) { $0.add(value) } }
    func encode(_ value: Int16) throws { try output.add(level) { $0.add(value) } }
    func encode(_ value: Int32) throws { try output.add(level) { $0.add(value) } }
    func encode(_ value: Int64) throws { try output.add(level) { $0.add(value) } }
    func encode(_ value: UInt) throws { try output.add(level) { $0.add(value) } }
    func encode(_ value: UInt8) throws { try output.add(level) { $0.add(value) } }
    func encode(_ value: UInt16) throws { try output.add(level) { $0.add(value) } }
    func encode(_ value: UInt32) throws { try output.add(level) { $0.add(value) } }
    func encode(_ value: UInt64) throws { try output.add(level) { $0.add(value) } }
    func encode<Value: Encodable>(_ value: Value) throws { try output.add(value, at: level) }
}
