/// Reading values that travel as text straight from the container that holds them.
///
/// They can read themselves, too, but each by a decoder of its own, which in a long list costs more than the text.
extension KeyedDecodingContainer {
    /// The value that `make` finds in the text; `nil` if the member is missing or null.
    func decodeTextIfPresent<Value>(forKey key: Key, _ make: (String) -> Value) throws -> Value? {
        try decodeIfPresent(String.self, forKey: key).map(make)
    }

    /// The values that `make` finds in a list of texts; none if the member is missing or null.
    func decodeTexts<Value>(forKey key: Key, _ make: (String) -> Value) throws -> [Value] {
        try decodeIfPresent([String].self, forKey: key)?.map(make) ?? []
    }
}
