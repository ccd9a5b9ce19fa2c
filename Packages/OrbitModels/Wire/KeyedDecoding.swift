/// Decoding of members that had other names in older versions.
extension KeyedDecodingContainer {
    /// Decodes the value of the first key that is present.
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key, or older: Key...) throws -> T {
        try decode(type, forKey: present(key, older))
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key, or older: Key...) throws -> T? {
        try decodeIfPresent(type, forKey: present(key, older))
    }

    private func present(_ key: Key, _ older: [Key]) -> Key {
        contains(key) ? key : older.first(where: contains) ?? key
    }
}

/// Decoding of string values directly from their container.
// Each type can decode itself, but only through a decoder of its own. In a long list, these decoders take more time
// than the strings.
extension KeyedDecodingContainer {
    /// Decodes a string and converts it with `make`. Returns `nil` if the member is missing or null.
    func decodeTextIfPresent<Value>(forKey key: Key, _ make: (String) -> Value) throws -> Value? {
        try decodeIfPresent(String.self, forKey: key).map(make)
    }

    /// Decodes a list of strings and converts them with `make`. Returns an empty list if the member is missing or null.
    func decodeTexts<Value>(forKey key: Key, _ make: (String) -> Value) throws -> [Value] {
        try decodeIfPresent([String].self, forKey: key)?.map(make) ?? []
    }
}
