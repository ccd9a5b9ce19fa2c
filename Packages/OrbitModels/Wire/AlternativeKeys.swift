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
