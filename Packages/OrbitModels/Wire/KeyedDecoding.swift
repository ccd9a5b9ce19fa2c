/// Decoding of members that have older names.
extension KeyedDecodingContainer {
    /// The value under the first of the keys that is present.
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

/// Decoding of values that are strings on the wire directly from their container.
///
/// Each can decode itself, too, but through a decoder of its own, which in a long list costs more than the string.
extension KeyedDecodingContainer {
    /// The value that `make` creates from the string; `nil` if the member is missing or null.
    func decodeTextIfPresent<Value>(forKey key: Key, _ make: (String) -> Value) throws -> Value? {
        try decodeIfPresent(String.self, forKey: key).map(make)
    }

    /// The values that `make` creates from a list of strings; none if the member is missing or null.
    func decodeTexts<Value>(forKey key: Key, _ make: (String) -> Value) throws -> [Value] {
        try decodeIfPresent([String].self, forKey: key)?.map(make) ?? []
    }
}
