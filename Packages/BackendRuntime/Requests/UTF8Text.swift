extension String {
    /// `nil` unless all of the bytes are valid UTF-8.
    package init?(utf8 bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }  // what is invalid would have been replaced
        self = text
    }
}
