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
