import OrbitModels

/// The members of an object.
struct ObjectReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: ValueReader

    private var document: JSONDocument { object.document }
    var codingPath: [any CodingKey] { object.codingPath }
    var allKeys: [Key] { object.members.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { object.member(key.stringValue) != nil }

    private func place(_ key: Key) throws -> Int {
        guard let place = object.member(key.stringValue) else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: "the member is missing"))
        }
        return place
    }

    /// Returns the place of the value, or `nil` if the member is missing or null.
    ///
    /// - Throws: `DecodingError.valueNotFound` for null in a document that refuses null.
    private func presentPlace(_ key: Key, _ type: any Any.Type) throws -> Int? {
        guard let place = object.member(key.stringValue) else { return nil }
        guard document.entries[place].kind == .null else { return place }
        guard !document.refusesNull else {
            throw DecodingError.valueNotFound(
                type, DecodingError.Context(codingPath: codingPath + [key], debugDescription: "the member is null"))
        }
        return nil
    }

    private func member(_ key: Key) throws -> ValueReader { ValueReader(try place(key), of: object, key) }

    @inline(__always)
    private func read<Value: Decodable>(_ key: Key, _ atOnce: (Int) -> Value?) throws -> Value {
        let place = try place(key)
        return try atOnce(place) ?? ValueReader(place, of: object, key).decodeByFallback(Value.self)
    }

    @inline(__always)
    private func readIfPresent<Value: Decodable>(_ key: Key, _ atOnce: (Int) -> Value?) throws -> Value? {
        guard let place = try presentPlace(key, Value.self) else { return nil }
        return try atOnce(place) ?? ValueReader(place, of: object, key).decodeByFallback(Value.self)
    }

    func decodeNil(forKey key: Key) throws -> Bool { document.entries[try place(key)].kind == .null }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try member(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { superDecoder(PathKey.superclass) }
    func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(key) }

    private func superDecoder(_ key: some CodingKey) -> any Decoder {
        ValueReader(object.member(key.stringValue) ?? ValueReader.missing, of: object, key)
    }

    func decode(_: Bool.Type, forKey key: Key) throws -> Bool { try read(key, document.truth) }
    func decode(_: String.Type, forKey key: Key) throws -> String { try read(key, document.text) }
    func decode(_: Double.Type, forKey key: Key) throws -> Double { try read(key, document.double) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try member(key).decodeByFallback(type) }
    func decode(_: Int.Type, forKey key: Key) throws -> Int { try read(key, document.integer) }
    func decode(_: Int8.Type, forKey key: Key) throws -> Int8 { try read(key, document.integer) }
    func decode(_: Int16.Type, forKey key: Key) throws -> Int16 { try read(key, document.integer) }
    func decode(_: Int32.Type, forKey key: Key) throws -> Int32 { try read(key, document.integer) }
    func decode(_: Int64.Type, forKey key: Key) throws -> Int64 { try read(key, document.integer) }
    func decode(_: UInt.Type, forKey key: Key) throws -> UInt { try read(key, document.integer) }
    func decode(_: UInt8.Type, forKey key: Key) throws -> UInt8 { try read(key, document.integer) }
    func decode(_: UInt16.Type, forKey key: Key) throws -> UInt16 { try read(key, document.integer) }
    func decode(_: UInt32.Type, forKey key: Key) throws -> UInt32 { try read(key, document.integer) }
    func decode(_: UInt64.Type, forKey key: Key) throws -> UInt64 { try read(key, document.integer) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decode(type, forKey: key, at: place(key))
    }

    private func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key, at place: Int) throws -> Value {
        if ObjectIdentifier(type) == ListOfTexts.identity, let texts = document.texts(at: place) as? Value {
            return texts
        }
        return try ValueReader(place, of: object, key).value(type)
    }

    // The protocol's default implementations search for the member three times.
    func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? { try readIfPresent(key, document.truth) }
    func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? { try readIfPresent(key, document.text) }
    func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? { try readIfPresent(key, document.double) }
    func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? { try readIfPresent(key) { _ in nil } }
    func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? { try readIfPresent(key, document.integer) }
    func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? { try readIfPresent(key, document.integer) }
    func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? { try readIfPresent(key, document.integer) }
    func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? { try readIfPresent(key, document.integer) }
    func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? { try readIfPresent(key, document.integer) }
    func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? { try readIfPresent(key, document.integer) }
    func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? { try readIfPresent(key, document.integer) }
    func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? { try readIfPresent(key, document.integer) }
    func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? { try readIfPresent(key, document.integer) }
    func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? { try readIfPresent(key, document.integer) }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let place = try presentPlace(key, Value.self) else { return nil }
        return try decode(type, forKey: key, at: place)
    }
}

/// The type of a list of texts, which is read at once: no text needs a reader of its own.
private enum ListOfTexts {
    // Asking for the type each time takes longer than reading a short text.
    static let identity = ObjectIdentifier([String].self)
}
