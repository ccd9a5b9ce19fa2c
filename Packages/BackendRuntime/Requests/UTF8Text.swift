extension String {
    /// Creates a string; `nil` unless all bytes are valid UTF-8.
    package init?(utf8 bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }  // decoding replaces invalid bytes
        self = text
    }
}
