/// The members of an object, in any order.
struct ObjectWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let object: ValueWriter

    var codingPath: [any CodingKey] { object.codingPath }

    @inline(__always)
    private func add(_ key: Key, _ write: (ValueWriter) throws -> Void) throws {
        try object.output.add(key.stringValue, to: object.level) { try write(ValueWriter(object.output, $0)) }
    }

    func encodeNil(forKey key: Key) throws { try add(key) { try $0.encodeNil() } }
    func encode(_ value: Bool, forKey key: Key) throws { try add(key) { try $0.encode(value) } }
    func encode(_ value: String, forKey key: Key) throws { try add(key) { try $0.encode(value) } }
    func encode(_ value: Double, forKey key: Key) throws { try add(key) { try $0.encode(value) } }
    func encode(_ value: Float, forKey key: Key) throws { try add(key) { try $0.encode(value) } }
    func encode(_ value: Int, forKey key: Key) throws { try add(key) { try $0.encode(value) } }
    func encode(_ value: Int8, forKey key: Key) throws { try add(key) { try $0.encode(value) } }
    func encode(_ value: Int16, forKey key: Key) throws { try add(key) { try $0.encode(value) } }
    func encode(_ value: Int32, forKey key: Key) throws { try add(key) { try $0.encode(value) } }
    func encode(_ value: Int64, forKey key: Key) throws { try add(key) { try $0.encode(value) } }
    func encode(_ value: UInt, forKey key: Key) throws { try add(key) { try $0.encode(value) } }
    func encode(_ value: UInt8, forKey key: Key) throws { try add(key) { try $0.encode(value) } }
    func encode(_ value: UInt16, forKey key: Key) throws { try add(key) { try $0.encode(value) } }
    func encode(_ value: UInt32, forKey key: Key) throws { try add(key) { try $0.encode(value) } }
    func encode(_ value: UInt64, forKey key: Key) throws { try add(key) { try $0.encode(value) } }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try add(key) { try $0.encode(value) } }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        part(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        part(key.stringValue).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { part(PathKey.superclass.stringValue) }
    func superEncoder(forKey key: Key) -> any Encoder { part(key.stringValue) }

    private func part(_ name: String) -> ValueWriter {
        ValueWriter(object.output.addOutput(name, to: object.level), 0)
    }
}
