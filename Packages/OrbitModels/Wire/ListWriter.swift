/// The elements of a list in order.
struct ListWriter: UnkeyedEncodingContainer {
    let list: ValueWriter

    var codingPath: [any CodingKey] { list.codingPath }
    var count: Int { list.output.count(at: list.level) }

    @inline(__always)
    private func add(_ write: (ValueWriter) throws -> Void) throws {
        try list.output.add(nil, to: list.level) { try write(ValueWriter(list.output, $0)) }
    }

    func encodeNil() throws { try add { try $0.encodeNil() } }
    func encode(_ value: Bool) throws { try add { try $0.encode(value) } }
    func encode(_ value: String) throws { try add { try $0.encode(value) } }
    func encode(_ value: Double) throws { try add { try $0.encode(value) } }
    func encode(_ value: Float) throws { try add { try $0.encode(value) } }
    func encode(_ value: Int) throws { try add { try $0.encode(value) } }
    func encode(_ value: Int8) throws { try add { try $0.encode(value) } }
    func encode(_ value: Int16) throws { try add { try $0.encode(value) } }
    func encode(_ value: Int32) throws { try add { try $0.encode(value) } }
    func encode(_ value: Int64) throws { try add { try $0.encode(value) } }
    func encode(_ value: UInt) throws { try add { try $0.encode(value) } }
    func encode(_ value: UInt8) throws { try add { try $0.encode(value) } }
    func encode(_ value: UInt16) throws { try add { try $0.encode(value) } }
    func encode(_ value: UInt32) throws { try add { try $0.encode(value) } }
    func encode(_ value: UInt64) throws { try add { try $0.encode(value) } }
    func encode<Value: Encodable>(_ value: Value) throws { try add { try $0.encode(value) } }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        part().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { part().unkeyedContainer() }
    func superEncoder() -> any Encoder { part() }

    private func part() -> ValueWriter {
        ValueWriter(list.output.addOutput(nil, to: list.level), 0)
    }
}
